import { print } from 'graphql';
import { appErrorOf } from '../http/response/error-status.ts';
import type { Exchange } from '../http/response/exchange.ts';
import { causeOf, faultsOf } from './causes.ts';
import type { Ask, Desk } from './tool.ts';

/** The texts of the tools' operations, which GraphQL caches by their text. */
const documentTexts = new WeakMap<object, string>();

/** Returns the functions by which tools execute operations for the caller of a request. */
export function deskOf(exchange: Exchange, ask: Ask): Desk {
  return {
    context: exchange.context!,
    async ask(question) {
      const result = await ask(exchange, question);
      // A query that failed in part is a failure over GraphQL too.
      const [failed] = result.errors ?? [];
      if (failed) [exchange.failure] = faultsOf(appErrorOf(causeOf(failed), exchange.context!.log));
      return plain(result);
    },
    async run(document, variables, how) {
      const query = documentTexts.get(document) ?? print(document);
      documentTexts.set(document, query);
      const result = await ask(exchange, { query, variables: variables as object, ...how });
      if (result.errors?.[0]) throw causeOf(result.errors[0]);
      return plain(result).data as never;
    },
  };
}

/** Returns a result with plain numbers: exact decimals are raw JSON, which zod does not accept. */
function plain<Result extends { data?: unknown }>(result: Result): Result {
  return { ...result, data: result.data && JSON.parse(JSON.stringify(result.data)) };
}
