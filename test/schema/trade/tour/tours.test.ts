import { describe, expect, it } from 'vitest';
import { WEEKDAY } from '../../../../src/schema/core/noun/weekdays.ts';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import {
  createDelivery,
  createProduct,
  createSupermarket,
  inDays,
} from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const TOUR = `id date name vehicle startsAt version driver { id name } template { name }
  progress { stops completed }
  stops { position stop { id branchName } delivery { id totalQuantity totalWeight } }`;
const CREATE = `mutation ($input: CreateTourInput!, $takeOver: Boolean) {
  createTour(input: $input, takeOver: $takeOver) { ${TOUR} } }`;
const UPDATE = `mutation ($id: ID!, $input: UpdateTourInput!, $ifMatch: String) {
  updateTour(id: $id, input: $input, ifMatch: $ifMatch) { ${TOUR} } }`;
const ORDER = `mutation ($id: ID!, $ids: [ID!]!, $takeOver: Boolean, $ifMatch: String) {
  orderStops(id: $id, deliveryIds: $ids, takeOver: $takeOver, ifMatch: $ifMatch) { ${TOUR} } }`;
const COPY = `mutation ($id: ID!, $date: Date!) { copyTour(id: $id, date: $date) { ${TOUR} } }`;
const PLAN = `mutation ($date: Date!, $like: Date) { planTours(date: $date, like: $like) { ${TOUR} } }`;
const DELETE = 'mutation ($id: ID!) { deleteTour(id: $id) }';
const TOURS = `query ($date: Date!) { tours(date: $date) { ${TOUR} } }`;
const TEMPLATE = `mutation ($input: CreateTourTemplateInput!) {
  createTourTemplate(input: $input) { id name weekdays branches { id name } vehicle startsAt driver { id } } }`;
const REVISE = `mutation ($id: ID!, $input: ReviseDeliveryInput!) {
  reviseDelivery(id: $id, input: $input) { id tour { id } } }`;

const invalid = (problem: string, at = 1) => ['validation_error', `deliveryIds[${at}]`, problem];

interface Stop {
  position: number;
  stop: { id: string; branchName: string };
  delivery: { id: string; totalQuantity: number; totalWeight: number };
}
interface ListedTour {
  id: string;
  name: string;
  version: string;
  progress: { stops: number; completed: number };
  template: { name: string } | null;
  stops: Stop[];
}

/**
 * Creates a day with four deliveries: 501 to Oakfield West, 502 to Harbour, 503 to Station, 504 to Old Town.
 */
async function market() {
  const account = await createAccount(service);
  const names = ['Oakfield West', 'Harbour', 'Station', 'Old Town'];
  const { id, branches } = await createSupermarket(account, {
    branches: names.map((name) => ({ name, address: `${name} 1` })),
  });
  const product = (await createProduct(account, { weight: 0.75 })).id as number;
  const order = async (branch: number, quantity: number, date: string) => {
    const delivery = await createDelivery(account, {
      supermarket_id: id,
      subchain_id: branches[branch].id,
      delivery_date: date,
      products: [{ product_id: product, quantity }],
    });
    return String(delivery.id);
  };
  const date = inDays(2);
  const ids = [];
  for (const [branch, quantity] of [40, 24, 60, 12].entries()) ids.push(await order(branch, quantity, date));
  const [west, harbour, station, oldTown] = ids as [string, string, string, string];
  const branchIds = (branches as { id: number }[]).map((branch) => String(branch.id));
  const create = async (deliveryIds: string[], more: object = {}, takeOver = false) =>
    (await ask(account, CREATE, { input: { date, deliveryIds, ...more }, takeOver }))
      .createTour as ListedTour;
  const tours = async (on = date) => (await ask(account, TOURS, { date: on })).tours as ListedTour[];
  return { account, product, order, date, west, harbour, station, oldTown, branchIds, create, tours };
}

const deliveriesOf = ({ stops }: ListedTour) => stops.map(({ delivery }) => delivery.id);
const positionsOf = ({ stops }: ListedTour) => stops.map(({ position }) => position);

async function move(account: TestAccount, id: string, ...statuses: string[]) {
  for (const status of statuses) {
    const { status: code } = await account.call('PATCH', `/deliveries/${id}`, { body: { status } });
    expect(code).toBe(200);
  }
}

describe('a tour', () => {
  it('has deliveries of a day in order; the others are found as in none', async () => {
    const { account, date, west, harbour, station, oldTown, create } = await market();
    const tour = await create([station, west, harbour]);
    expect(tour).toMatchObject({ name: 'Tour 1', date, progress: { stops: 3, completed: 0 } });
    expect(positionsOf(tour)).toEqual([1, 2, 3]);
    expect(deliveriesOf(tour)).toEqual([station, west, harbour]);
    expect(tour.stops.reduce((sum, { delivery }) => sum + delivery.totalQuantity, 0)).toBe(124);
    expect(tour.stops.reduce((sum, { delivery }) => sum + delivery.totalWeight, 0)).toBe(93);
    const FREE = `query ($date: Date!, $in: Boolean!) {
      deliveries(filter: { dateFrom: $date, dateTo: $date, inTour: $in }) { nodes { id tour { name } } } }`;
    const free = await ask(account, FREE, { date, in: false });
    expect(free.deliveries.nodes).toEqual([{ id: oldTown, tour: null }]);
    const others = await ask(account, FREE, { date, in: true });
    expect(others.deliveries.nodes).toHaveLength(3);
    expect(others.deliveries.nodes[0].tour).toEqual({ name: 'Tour 1' });
  });

  it('takes no delivery of another one, unless that is wanted', async () => {
    const { account, date, west, harbour, station, oldTown, create, tours } = await market();
    const first = await create([station, west, harbour]);
    const input = { date, deliveryIds: [oldTown, west] };
    expect(await refusalOf(account, CREATE, { input })).toMatchObject({
      code: 'validation_error',
      field: 'deliveryIds[1]',
      problem: 'in_other_tour',
      values: { tour: first.id, name: 'Tour 1' },
    });
    expect(await tours()).toHaveLength(1);
    const second = await create([oldTown, west], {}, true);
    expect(deliveriesOf(second)).toEqual([oldTown, west]);
    const [left] = await tours();
    expect(deliveriesOf(left!)).toEqual([station, harbour]);
    expect(positionsOf(left!)).toEqual([1, 2]);
    const { rows } = await account.database.pool.query(
      "SELECT action, details->>'takenBy' AS by FROM audit_entries WHERE account_id = $1 AND action LIKE 'tour.%' ORDER BY id",
      [account.id],
    );
    expect(rows).toEqual([
      { action: 'tour.created', by: null },
      { action: 'tour.created', by: null },
      { action: 'tour.updated', by: second.id },
    ]);
  });

  it('follows its deliveries: completed, revised, moved to another day, cancelled', async () => {
    const { account, product, west, harbour, station, create, tours } = await market();
    await create([station, harbour, west]);
    await move(account, west, 'cancelled');
    await move(account, station, 'in_transit', 'completed');
    expect((await tours())[0]!.progress).toEqual({ stops: 2, completed: 1 });
    const revise = async (id: string, input: object) =>
      (await ask(account, REVISE, { id, input })).reviseDelivery as { id: string; tour: object | null };
    const revised = await revise(harbour, { products: [{ productId: String(product), quantity: 26 }] });
    expect(revised.tour).not.toBeNull();
    const [tour] = await tours();
    expect(deliveriesOf(tour!)).toEqual([station, revised.id]);
    expect(tour!.stops[1]).toMatchObject({ position: 2, delivery: { totalQuantity: 26 } });
    const moved = await revise(revised.id, { deliveryDate: inDays(3) });
    expect(moved.tour).toBeNull();
    const [left] = await tours();
    expect(deliveriesOf(left!)).toEqual([station]);
    expect(left!.progress).toEqual({ stops: 1, completed: 1 });
  });

  it('refuses what cannot be a stop, and writes nothing', async () => {
    const { account, date, west, harbour, station, order, tours } = await market();
    const other = await createDelivery(await createAccount(service));
    const later = await order(0, 5, inDays(3));
    await move(account, harbour, 'cancelled');
    const problemOf = async (deliveryIds: string[], more: object = {}) => {
      const refusal = await refusalOf(account, CREATE, { input: { date, deliveryIds, ...more } });
      return refusal && [refusal.code, refusal.field, refusal.problem];
    };
    expect(await problemOf([west, String(other.id)])).toEqual(['not_found', 'deliveryIds[1]', 'not_found']);
    expect(await problemOf([west, 'x'])).toEqual(['not_found', 'deliveryIds[1]', 'not_found']);
    expect(await problemOf([west, harbour])).toEqual(invalid('delivery_cancelled'));
    expect(await problemOf([west, later])).toEqual(invalid('other_date'));
    expect(await problemOf([west, station, west])).toEqual(invalid('repeated', 2));
    expect(await problemOf(Array.from({ length: 201 }, () => west))).toEqual([
      'validation_error',
      'deliveryIds',
      'too_many',
    ]);
    expect(await problemOf([], { driverId: '1' })).toEqual(['not_found', 'driverId', 'not_found']);
    expect(await problemOf([], { startsAt: '6:00' })).toEqual([
      'validation_error',
      'startsAt',
      'invalid_format',
    ]);
    expect(await problemOf([], { name: 'x'.repeat(201) })).toEqual(['validation_error', 'name', 'too_long']);
    expect(await tours()).toEqual([]);
  });

  it('is changed only in the version that was seen, which statuses do not change', async () => {
    const { account, west, harbour, station, create } = await market();
    const { id, version } = await create([west, harbour]);
    await move(account, west, 'in_transit');
    const ids = [harbour, west];
    const ordered = (await ask(account, ORDER, { id, ids, ifMatch: version })).orderStops as ListedTour;
    expect(deliveriesOf(ordered)).toEqual(ids);
    expect(ordered.version).not.toBe(version);
    expect(await refusalOf(account, ORDER, { id, ids: [station], ifMatch: version })).toMatchObject({
      code: 'precondition_failed',
      field: 'ifMatch',
    });
    const input = { name: 'North', vehicle: 'HH-AB 12', startsAt: '05:30' };
    const named = (await ask(account, UPDATE, { id, input, ifMatch: ordered.version })).updateTour;
    expect(named).toMatchObject(input);
    const again = (await ask(account, UPDATE, { id, input: { name: null, vehicle: null } })).updateTour;
    expect(again).toMatchObject({ name: 'Tour 1', vehicle: null, startsAt: '05:30' });
    expect((await ask(account, DELETE, { id })).deleteTour).toBe(id);
    expect(await refusalOf(account, DELETE, { id })).toMatchObject({ code: 'not_found' });
  });
});

describe('planTours', () => {
  it('fills the templates of the weekday, adds what comes later, then nothing', async () => {
    const { account, order, branchIds, tours } = await market();
    const date = inDays(9);
    const weekday = WEEKDAY.values[(new Date(date).getUTCDay() + 6) % 7]!.toUpperCase();
    const input = {
      name: 'North',
      weekdays: [weekday],
      branchIds: [branchIds[2], branchIds[0]],
      vehicle: 'V1',
    };
    const { createTourTemplate: template } = await ask(account, TEMPLATE, { input });
    expect(template.branches.map(({ name }: { name: string }) => name)).toEqual(['Station', 'Oakfield West']);
    const plan = async () => (await ask(account, PLAN, { date })).planTours as ListedTour[];
    expect(await plan()).toEqual([]);
    const west = await order(0, 5, date);
    const [made] = await plan();
    expect(made).toMatchObject({ name: 'North', template: { name: 'North' }, vehicle: 'V1' });
    expect(deliveriesOf(made!)).toEqual([west]);
    const station = await order(2, 5, date);
    const [added] = await plan();
    expect(added!.id).toBe(made!.id);
    expect(deliveriesOf(added!)).toEqual([west, station]);
    expect(await plan()).toEqual([]);
    expect(await tours(date)).toHaveLength(1);
  });

  it('makes the tours of another day again, in the order of their stops', async () => {
    const { account, order, west, harbour, station, create } = await market();
    const date = inDays(9);
    await create([station, west], { name: 'North', startsAt: '05:00' });
    await create([harbour], { name: 'South' });
    const later = [await order(0, 1, date), await order(2, 1, date), await order(2, 1, date)];
    const made = (await ask(account, PLAN, { date, like: inDays(2) })).planTours as ListedTour[];
    expect(made.map(({ name }) => name)).toEqual(['North']);
    expect(deliveriesOf(made[0]!)).toEqual([later[1], later[2], later[0]]);
    const copied = (await ask(account, COPY, { id: made[0]!.id, date: inDays(16) })).copyTour as ListedTour;
    expect(copied).toMatchObject({ name: 'North', startsAt: '05:00', stops: [] });
  });

  it('is one after the other: two at once make each tour once', async () => {
    const { account, date, tours, branchIds } = await market();
    const input = { name: 'All', weekdays: WEEKDAY.values.map((day) => day.toUpperCase()), branchIds };
    await ask(account, TEMPLATE, { input });
    const made = await Promise.all([1, 2, 3].map(() => ask(account, PLAN, { date })));
    expect(
      made.map(({ planTours }) => planTours.length as number).toSorted((one, other) => one - other),
    ).toEqual([0, 0, 1]);
    expect((await tours()).map((tour) => tour.stops.length)).toEqual([4]);
  });
});
