import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { admit, type AdmissionOptions } from '../../src/http/admission/admission.ts';
import { createRequestQueue } from '../../src/http/admission/request-queue.ts';
import { errorHandler, failure } from '../../src/http/response/error-handler.ts';
import { Exchange } from '../../src/http/response/exchange.ts';
import { createLimiter } from '../../src/limits/limiter.ts';
import { createLog } from '../../src/log.ts';
import { requestRates } from '../../src/schema/core/caller/plans.ts';
import { useDatabase } from '../support/database/database.ts';

const database = useDatabase();

it('does not count a request that gets no slot in time', async () => {
  const subject = 'account:1';
  const limiter = createLimiter({ pool: database.pool }, requestRates());
  const requestQueue = createRequestQueue({ share: 1, maxWaiting: 1, maxWaitMs: 20 });
  const options = {
    database,
    limiter,
    requestQueue,
    log: createLog('silent'),
    inTime: (_exchange: object, work: Promise<unknown>) => work,
    requestCounter: { request() {}, failure() {} },
  } as unknown as AdmissionOptions;
  const sender = { caller: null, counted: { subject, allowance: 'free' as const }, share: subject };
  const app = express();
  app.use((request, _response, next) => {
    request.exchange = new Exchange(request, 'id');
    next();
  });
  app.use(admit(options, () => Promise.resolve(sender)));
  app.use(({ exchange }, _response) => exchange.respond(200, '{}'));
  app.use(errorHandler(failure, options.log, options.requestCounter));
  const server = app.listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const statusOf = async () => (await fetch(`http://127.0.0.1:${port}`)).status;
  const used = async () => {
    const { hour, minute } = await limiter.peek(subject, 'free');
    return [hour.limit - hour.remaining, minute.limit - minute.remaining];
  };

  expect(await statusOf()).toBe(200);
  expect(await used()).toEqual([1, 1]);
  await requestQueue.slots.enter(subject);
  expect(await statusOf()).toBe(429);
  expect(await used()).toEqual([1, 1]);
  requestQueue.slots.leave(subject);
  expect(await statusOf()).toBe(200);
  expect(await used()).toEqual([2, 2]);
});
