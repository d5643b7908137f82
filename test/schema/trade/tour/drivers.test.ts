import { describe, expect, it } from 'vitest';
import { createDelivery, createSupermarket, inDays } from '../../../support/records/records.ts';
import { PASSWORD } from '../../../support/service/open-session.ts';
import { join } from '../../../support/service/people.ts';
import { useService } from '../../../support/service/service.ts';
import { createSignedIn } from '../../../support/service/settings.ts';
import { createVisitor, type Visitor } from '../../../support/service/visitor.ts';

const service = useService();

const STOPS = 'query ($date: Date!) { stops(date: $date) { id } }';
const STOP = 'query ($id: ID!) { stop(id: $id) { id } }';
const TOURS = `query ($date: Date!) { tours(date: $date) { id name driver { name } stops { position stop { id } } } }`;
const CREATE = 'mutation ($input: CreateTourInput!) { createTour(input: $input) { id name } }';
const UPDATE =
  'mutation ($id: ID!, $input: UpdateTourInput!) { updateTour(id: $id, input: $input) { id name driver { id } } }';
const ORDER = `mutation ($id: ID!, $ids: [ID!]!) {
  orderStops(id: $id, deliveryIds: $ids, takeOver: true) { id } }`;
const DISPATCH = 'mutation ($id: ID!, $at: DateTime) { dispatchStop(id: $id, at: $at) { id status } }';
const COMPLETE = 'mutation ($id: ID!, $at: DateTime) { completeStop(id: $id, at: $at) { id status } }';
const CONFIRM = `mutation ($id: ID!, $at: DateTime) {
  confirmStop(id: $id, input: { receivedBy: "Ann", at: $at }) { id status receivedBy receivedAt } }`;
const JPEG = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(100)]);

/** Creates a day of four deliveries, and the drivers Ann and Ben. */
async function fleet() {
  const account = await createSignedIn(service);
  const owner = createVisitor(service);
  await owner.signIn(account.email, PASSWORD);
  const [ann, ben] = [await join(service, owner, 'driver'), await join(service, owner, 'driver')];
  const { id, branches } = await createSupermarket(account);
  const place = { supermarket_id: id, subchain_id: branches[0].id };
  const date = inDays(2);
  const ids: string[] = [];
  for (let count = 0; count < 4; count++)
    ids.push(String((await createDelivery(account, { ...place, delivery_date: date })).id));
  const create = async (deliveryIds: string[], driverId: string | null, more: object = {}) =>
    (await owner.data(CREATE, { input: { date, deliveryIds, driverId, ...more } })).createTour.id as string;
  const stopsOf = async ({ visitor }: { visitor: Visitor }) =>
    ((await visitor.data(STOPS, { date })).stops as { id: string }[]).map((stop) => stop.id);
  return { account, owner, ann, ben, date, ids, create, stopsOf };
}

/** Uploads a photo. Returns the status, and the field of the error. */
async function upload({ visitor }: { visitor: Visitor }, delivery: string, at?: string) {
  const query = new URLSearchParams({ delivery, ...(at && { at }) });
  const answer = await fetch(`${service.url}/photos?${query}`, {
    method: 'POST',
    headers: {
      Origin: service.url,
      Cookie: Array.from(visitor.cookies, ([name, value]) => `${name}=${value}`).join('; '),
    },
    body: new Uint8Array(JPEG),
  });
  return [answer.status, ((await answer.json()) as { error?: { field: string } }).error?.field];
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

/** Returns the problem of a request that must be refused. */
async function problemOf(visitor: Visitor, query: string, variables: Record<string, unknown>) {
  return (await visitor.refusal(query, variables)).code;
}

describe('drivers', () => {
  it('see all stops until a tour of the day has a driver, then those of their own tours in their order', async () => {
    const { ann, ben, date, ids, create, stopsOf, owner } = await fleet();
    const tour = await create([ids[2]!, ids[0]!], null);
    for (const driver of [ann, ben]) expect(await stopsOf(driver)).toEqual(ids);
    const toursOf = async ({ visitor }: { visitor: Visitor }) => (await visitor.data(TOURS, { date })).tours;
    expect(await toursOf(ben)).toHaveLength(1);
    await owner.data(UPDATE, { id: tour, input: { driverId: ann.id } });
    const early = await create([ids[3]!], ann.id, { startsAt: '04:00', name: 'Early' });
    expect(await stopsOf(ann)).toEqual([ids[3], ids[2], ids[0]]);
    expect(await stopsOf(ben)).toEqual([]);
    expect(await toursOf(ben)).toEqual([]);
    expect((await toursOf(ann)).map(({ id }: { id: string }) => id)).toEqual([early, tour]);
    expect((await ben.visitor.data(STOP, { id: ids[2] })).stop).toBeNull();
    expect((await ben.visitor.data(STOP, { id: ids[1] })).stop).toBeNull();
    expect((await ann.visitor.data(STOP, { id: ids[2] })).stop).toEqual({ id: ids[2] });
    expect(await problemOf(ben.visitor, DISPATCH, { id: ids[2] })).toBe('not_found');
    expect((await ann.visitor.data(DISPATCH, { id: ids[2] })).dispatchStop.status).toBe('IN_TRANSIT');
    expect(await stopsOf({ visitor: owner })).toEqual(ids);
  });

  it('may still send what they did at the door for 48 hours after a stop left their tour', async () => {
    const { account, ann, ben, ids, create, owner } = await fleet();
    const [west, , station] = ids as [string, string, string];
    const tour = await create([west, station], ann.id);
    await ann.visitor.data(DISPATCH, { id: west });
    const atTheDoor = new Date().toISOString();
    const other = await create([], ben.id);
    await owner.data(ORDER, { id: other, ids: [west] });
    expect((await ann.visitor.data(STOP, { id: west })).stop).toBeNull();
    const { confirmStop } = await ann.visitor.data(CONFIRM, { id: west, at: atTheDoor });
    expect(confirmStop).toMatchObject({ id: west, status: 'COMPLETED', receivedBy: 'Ann' });
    expect(Math.abs(Date.parse(confirmStop.receivedAt) - Date.parse(atTheDoor))).toBeLessThan(60_000);
    expect(await problemOf(ann.visitor, CONFIRM, { id: ids[1] })).toBe('not_found');
    // The whole tour goes to Ben, and is deleted in the end.
    await owner.data(UPDATE, { id: tour, input: { driverId: ben.id } });
    expect((await ann.visitor.data(DISPATCH, { id: station })).dispatchStop.status).toBe('IN_TRANSIT');
    await owner.data('mutation ($id: ID!) { deleteTour(id: $id) }', { id: tour });
    expect((await ben.visitor.data(COMPLETE, { id: station })).completeStop.status).toBe('COMPLETED');
    await account.database.pool.query(
      "UPDATE former_stops SET left_at = now() - interval '49 hours' WHERE account_id = $1",
      [account.id],
    );
    expect(await problemOf(ann.visitor, CONFIRM, { id: station })).toBe('not_found');
  });

  it('may send what they did before the first tour of the day got its driver', async () => {
    const { account, ann, ben, ids, create } = await fleet();
    const [west, harbour] = ids as [string, string];
    await create([west], ann.id);
    await account.database.pool.query(
      "UPDATE tours SET driven_since = now() - interval '10 minutes' WHERE account_id = $1",
      [account.id],
    );
    expect(await problemOf(ben.visitor, DISPATCH, { id: harbour, at: minutesAgo(5) })).toBe('not_found');
    const { dispatchStop } = await ben.visitor.data(DISPATCH, { id: harbour, at: minutesAgo(15) });
    expect(dispatchStop).toEqual({ id: harbour, status: 'IN_TRANSIT' });
    expect(await upload(ben, harbour, minutesAgo(12))).toEqual([201, undefined]);
    expect(await upload(ben, harbour, minutesAgo(5))).toEqual([404, 'delivery']);
    expect(await upload(ben, harbour)).toEqual([404, 'delivery']);
    expect(await upload(ben, harbour, minutesAgo(-90))).toEqual([400, 'at']);
  });

  it('add photos to their own stops only', async () => {
    const { ann, ben, ids, create } = await fleet();
    const [west, harbour] = ids as [string, string];
    await create([west], ann.id);
    await ann.visitor.data(DISPATCH, { id: west });
    expect(await upload(ann, west)).toEqual([201, undefined]);
    expect(await upload(ben, west)).toEqual([404, 'delivery']);
    expect(await upload(ann, harbour)).toEqual([404, 'delivery']);
  });

  it('are no drivers any more once they are removed, or may only read', async () => {
    const { ann, ben, ids, date, create, owner } = await fleet();
    await create([ids[0]!], ann.id, { name: 'A' });
    await create([ids[1]!], ben.id, { name: 'B' });
    await owner.data('mutation ($id: ID!) { changeRole(id: $id, role: VIEWER) { id } }', { id: ann.id });
    await owner.data('mutation ($id: ID!) { removePerson(id: $id) }', { id: ben.id });
    const { tours } = await owner.data(TOURS, { date });
    expect(tours.map(({ driver }: { driver: unknown }) => driver)).toEqual([null, null]);
    const input = { date, driverId: ann.id };
    expect(await owner.refusal(CREATE, { input })).toMatchObject({
      code: 'validation_error',
      field: 'driverId',
      problem: 'cannot_drive',
    });
  });
});
