import type { Response } from 'express';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, processRegularResult } from 'graphql-yoga';
import { answer } from '../http/answer.ts';
import { jsonText } from '../http/json-text.ts';
import { EVENT_STREAM, type Exchange } from './exchange.ts';
import { answerEvents } from './server-sent-events.ts';

/** Answers in the way that the client prefers; a subscription always by events. */
export async function answerResult(
  result: ExecutionResult | AsyncIterable<ExecutionResult>,
  exchange: Exchange,
  response: Response,
): Promise<void> {
  if (isAsyncIterable(result)) answerEvents(result, exchange, response);
  else if (exchange.answer === EVENT_STREAM) answerEvents(once(result), exchange, response);
  else if (result.errors) await answerErrors(result, exchange.answer, response);
  else await answer(response, 200, await jsonText(result), [], withCharset(exchange.answer));
}

/** Yoga knows the status that errors stand for, and what of them is for this server alone. */
async function answerErrors(result: ExecutionResult, type: string, response: Response): Promise<void> {
  response.locals.code = result.errors![0]?.extensions.code;
  const told = processRegularResult(result, { Response: globalThis.Response } as never, type);
  const headers = [...told.headers].filter(([name]) => name !== 'content-type').flat();
  await answer(response, told.status, await told.text(), headers, withCharset(type));
}

function withCharset(type: string): string {
  return `${type}; charset=utf-8`;
}

async function* once(result: ExecutionResult): AsyncGenerator<ExecutionResult> {
  yield result;
}
