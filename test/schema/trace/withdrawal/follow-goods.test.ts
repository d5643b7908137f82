import { describe, expect, it } from 'vitest';
import { ask, refusalOf } from '../../../support/graphql/ask.ts';
import { createLine, type DeliveryLine, move, SETTING } from '../../../support/records/lots.ts';
import { createProduct, createReturn, createSupermarket } from '../../../support/records/records.ts';
import { createAccount, type TestAccount } from '../../../support/service/account.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();

const NOTICES = `notices { id branch { id } quantity quantityAtStart addedAt closedReason acknowledgedAt toldAt }
  progress { branches told notified acknowledged delivered accountedFor } startedAt closedAt`;
const CREATE = `mutation ($input: CreateWithdrawalInput!) { createWithdrawal(input: $input) { id ${NOTICES} } }`;
const SHOW = `query ($id: ID!) { withdrawal(id: $id) { ${NOTICES} } }`;
const CLOSE = `mutation ($id: ID!) { closeWithdrawal(id: $id, reason: "Done") { id } }`;
const REVERSE = 'mutation ($id: ID!) { reverseReturn(id: $id, reason: "Counted again") { id } }';
const TEXTS = { reason: 'Glass', instruction: 'Hold it' };

interface Shown {
  branch: { id: string };
  quantity: number;
  quantityAtStart: number;
  addedAt: string;
  closedReason: string | null;
}

/** An account with a product and branches, whose deliveries are dispatched with lots. */
async function stage(branches: number) {
  const account = await createAccount(service);
  const product = await createProduct(account);
  const market = await createSupermarket(account, {
    branches: Array.from({ length: branches }, (_each, at) => ({ name: `Branch ${at}`, address: 'Quay 1' })),
  });
  const ids: number[] = market.branches.map(({ id }: { id: number }) => id);
  const create = (branch: number, lots?: object[]) =>
    createLine(account, lots, {
      product,
      delivery: { supermarket_id: market.id, subchain_id: ids[branch] },
    });
  const dispatch = async (branch: number, lots?: object[]) => {
    const line = await create(branch, lots);
    await move(account, line, 'in_transit');
    return line;
  };
  const withdraw = async (lots = ['A'], kind = 'WITHDRAWAL') => {
    const input = { kind, productId: String(product.id), lots, ...TEXTS };
    return (await ask(account, CREATE, { input })).createWithdrawal;
  };
  const shown = async (id: string) => (await ask(account, SHOW, { id })).withdrawal;
  return { account, productId: product.id as number, branches: ids, create, dispatch, withdraw, shown };
}

function quantitiesOf({ notices }: { notices: Shown[] }): Record<string, number> {
  return Object.fromEntries(notices.map(({ branch, quantity }) => [branch.id, quantity]));
}

function correct(account: TestAccount, line: DeliveryLine, lots: object[]) {
  return ask(account, SETTING.correct, { ...line, lots, reason: 'misread' });
}

function back(account: TestAccount, { deliveryId, productId }: DeliveryLine, quantity: number, lot?: string) {
  return createReturn(account, {
    delivery_id: deliveryId,
    product_id: productId,
    quantity,
    ...(lot && { lot }),
  });
}

describe('the notices of an open withdrawal', () => {
  it('follow what is dispatched, corrected in and out, returned and taken back', async () => {
    const { account, branches, create, dispatch, withdraw, shown } = await stage(4);
    const [first, second, third, fourth] = branches.map(String) as [string, string, string, string];
    const sent = await dispatch(0, [{ lot: 'A', quantity: 6 }]);
    const other = await dispatch(1, [{ lot: 'B', quantity: 5 }]);
    const pending = await create(2, [{ lot: 'A', quantity: 3 }]);
    const { id, notices, startedAt } = await withdraw();
    expect(notices).toMatchObject([
      { branch: { id: first }, quantity: 6, quantityAtStart: 6, addedAt: startedAt, closedReason: null },
    ]);
    await move(account, pending, 'in_transit');
    await move(account, other, 'completed');
    await correct(account, other, [{ lot: 'A', quantity: 5 }]);
    const { id: returned } = await back(account, sent, 2, 'A');
    let now = await shown(id);
    expect(now.notices).toMatchObject([
      { branch: { id: first }, quantity: 4, quantityAtStart: 6 },
      { branch: { id: third }, quantity: 3, quantityAtStart: 0 },
      { branch: { id: second }, quantity: 5, quantityAtStart: 0 },
    ]);
    for (const { addedAt } of now.notices.slice(1)) expect(addedAt > startedAt).toBe(true);
    expect(now.progress).toMatchObject({ branches: 3, told: 0, delivered: 12 });
    await ask(account, REVERSE, { id: String(returned) });
    await back(account, sent, 6, 'A');
    await correct(account, other, [{ lot: 'B', quantity: 5 }]);
    await ask(account, SETTING.set, { ...pending, lots: [{ lot: 'C', quantity: 3 }] });
    now = await shown(id);
    expect(quantitiesOf(now)).toEqual({ [first]: 0, [second]: 0, [third]: 0 });
    expect(now.notices.map(({ closedReason }: Shown) => closedReason)).toEqual([
      'All of it was returned',
      expect.stringContaining('corrected'),
      expect.stringContaining('corrected'),
    ]);
    expect(now.progress).toMatchObject({ branches: 0, delivered: 0 });
    // Entered again, the notice is open again, as it was.
    await ask(account, SETTING.set, { ...pending, lots: [{ lot: 'A', quantity: 1 }] });
    await dispatch(3, [{ lot: 'A', quantity: 2 }]);
    now = await shown(id);
    expect(now.notices).toHaveLength(4);
    expect(quantitiesOf(now)).toMatchObject({ [third]: 1, [fourth]: 2 });
    expect(now.progress).toMatchObject({ branches: 2, delivered: 3 });
  });

  it('can be told and acknowledged before anything of them is stored, and keep that', async () => {
    const { account, branches, dispatch, withdraw, shown } = await stage(2);
    const { id } = await withdraw();
    const line = await dispatch(1, [{ lot: 'A', quantity: 4 }]);
    const [notice] = (await shown(id)).notices;
    expect(notice).toMatchObject({ branch: { id: String(branches[1]) }, quantity: 4, quantityAtStart: 0 });
    const TELL = `mutation ($id: ID!, $at: DateTime, $way: NoticeWay = PHONE) {
      tellNotice(id: $id, way: $way, by: "Jane", at: $at) { id toldAt toldBy toldWay sentAt sentBy acknowledgedAt addedAt }
    }`;
    const { tellNotice } = await ask(account, TELL, { id: notice.id });
    expect(tellNotice).toMatchObject({
      id: notice.id,
      toldBy: 'Jane',
      toldWay: 'PHONE',
      acknowledgedAt: null,
    });
    expect(tellNotice).toMatchObject({ sentAt: tellNotice.toldAt, sentBy: 'PHONE', addedAt: notice.addedAt });
    expect((await shown(id)).progress).toMatchObject({ branches: 1, told: 1, notified: 1, acknowledged: 0 });
    // Again, by other means: the last one counts, and clocks may be a little fast.
    const ahead = new Date(Date.now() + 600_000).toISOString();
    const again = await ask(account, TELL, { id: notice.id, at: ahead, way: 'MAIL' });
    expect(again.tellNotice.toldWay).toBe('MAIL');
    expect(Date.parse(again.tellNotice.toldAt)).toBeLessThanOrEqual(Date.now());
    const field = (at: string) => refusalOf(account, TELL, { id: notice.id, at });
    expect(await field(new Date(Date.now() + 7_200_000).toISOString())).toMatchObject({ field: 'at' });
    await correct(account, line, []).catch(() => undefined);
    await ask(account, SETTING.set, { ...line, lots: [] });
    const after = await shown(id);
    // It knows of the withdrawal, so it still counts.
    expect(after.notices).toMatchObject([{ id: notice.id, quantity: 0, closedReason: expect.any(String) }]);
    expect(after.progress).toMatchObject({ branches: 1, told: 1, delivered: 0 });
    for (const unknown of [`${id}-${branches[0]}`, '9-9', `${id}`, `${id}-${branches[1]}-1`, 'x-1', '']) {
      expect(await refusalOf(account, TELL, { id: unknown })).toMatchObject({ code: 'not_found' });
    }
    const stranger = await createAccount(service);
    expect(await refusalOf(stranger, TELL, { id: notice.id })).toMatchObject({ code: 'not_found' });
  });

  it('refuses more destroyed and held than found, and takes the former names', async () => {
    const { account, dispatch, withdraw } = await stage(1);
    await dispatch(0, [{ lot: 'A', quantity: 9 }]);
    const { notices } = await withdraw();
    const [{ id }] = notices;
    const ACKNOWLEDGE = `mutation ($id: ID!, $input: AcknowledgeNoticeInput!) {
      acknowledgeNotice(id: $id, input: $input) { found destroyed held quantityFound toldWay toldBy toldAt }
    }`;
    const say = async (input: object) =>
      (await ask(account, ACKNOWLEDGE, { id, input: { acknowledgedBy: 'Ms Doe', ...input } }))
        .acknowledgeNotice;
    const refused = async (input: object, field: string) =>
      expect(
        await refusalOf(account, ACKNOWLEDGE, { id, input: { acknowledgedBy: 'Ms Doe', ...input } }),
      ).toMatchObject({ code: 'validation_error', field });
    await refused({ destroyed: 1 }, 'destroyed');
    await refused({ found: 5, destroyed: 3, held: 3 }, 'destroyed');
    await refused({ quantityFound: 5, quantityHeld: 6 }, 'quantityHeld');
    await refused({ found: 5, quantityFound: 6 }, 'quantityFound');
    await refused({ toldBy: 'Jane' }, 'toldWay');
    expect(await say({ quantityFound: 5, sentBy: 'MAIL', held: 2 })).toMatchObject({
      found: 5,
      quantityFound: 5,
      destroyed: null,
      held: 2,
      toldWay: 'MAIL',
    });
    await refused({ destroyed: 4 }, 'destroyed');
    await refused({ found: 1 }, 'held');
    expect(await say({ destroyed: 3 })).toMatchObject({ found: 5, destroyed: 3, held: 2 });
    // A branch can have more than was delivered. Whoever says so confirms it.
    for (const [input, field] of [
      [{ found: 12 }, 'found'],
      [{ found: 12, confirmed: 11 }, 'found'],
      [{ quantityFound: 12 }, 'quantityFound'],
    ] as const) {
      const refusal = await refusalOf(account, ACKNOWLEDGE, {
        id,
        input: { acknowledgedBy: 'Ms Doe', ...input },
      });
      const values = { max: 9 };
      expect(refusal).toMatchObject({
        code: 'validation_error',
        problem: 'exceeds_delivered',
        field,
        values,
      });
    }
    expect(await say({ found: 9 })).toMatchObject({ found: 9 });
    expect(await say({ found: 12, confirmed: 12 })).toMatchObject({ found: 12 });
    // What is left out stays, and needs no second confirmation.
    expect(await say({ held: 4 })).toMatchObject({ found: 12, held: 4 });
  });

  it('take what a branch had at the start for delivered, also after it was returned', async () => {
    const { account, branches, dispatch, withdraw, shown } = await stage(3);
    const sent = await dispatch(0, [{ lot: 'A', quantity: 9 }]);
    await dispatch(1, [{ lot: 'A', quantity: 5 }]);
    const { id, notices } = await withdraw();
    const found = async (branch: number, quantity: number, confirmed?: number) => {
      const notice = notices.find((each: Shown) => each.branch.id === String(branches[branch])).id;
      const input = { acknowledgedBy: 'Ms Doe', found: quantity, confirmed };
      await ask(
        account,
        `mutation ($id: ID!, $input: AcknowledgeNoticeInput!) { acknowledgeNotice(id: $id, input: $input) { id } }`,
        { id: notice, input },
      );
      return (await shown(id)).progress;
    };
    expect(await found(0, 9)).toMatchObject({ delivered: 14, accountedFor: 9 });
    // What one branch found too much makes up for no other.
    expect(await found(0, 14, 14)).toMatchObject({ delivered: 14, accountedFor: 9 });
    await back(account, sent, 7, 'A');
    expect(await found(0, 9)).toMatchObject({ delivered: 7, accountedFor: 2 });
    expect(await found(1, 5)).toMatchObject({ delivered: 7, accountedFor: 7 });
  });

  it('keep what they were when the withdrawal was closed', async () => {
    const { account, branches, dispatch, withdraw, shown } = await stage(3);
    const sent = await dispatch(0, [{ lot: 'A', quantity: 6 }]);
    const { id } = await withdraw();
    await dispatch(1, [{ lot: 'A', quantity: 2 }]);
    await back(account, sent, 1, 'A');
    await ask(account, CLOSE, { id });
    await back(account, sent, 5, 'A');
    await dispatch(2, [{ lot: 'A', quantity: 2 }]);
    const closed = await shown(id);
    expect(quantitiesOf(closed)).toEqual({ [branches[0]!]: 5, [branches[1]!]: 2 });
    expect(closed.notices.map(({ closedReason }: Shown) => closedReason)).toEqual([null, null]);
    expect(closed.progress).toMatchObject({ branches: 2, delivered: 7 });
  });

  it('of a lot that no line has begin empty, and fill', async () => {
    const { dispatch, withdraw, shown } = await stage(1);
    const { id, notices } = await withdraw(['nowhere yet']);
    expect(notices).toEqual([]);
    await dispatch(0, [{ lot: 'nowhere yet', quantity: 1 }]);
    expect((await shown(id)).notices).toMatchObject([{ quantity: 1, quantityAtStart: 0 }]);
  });
});

/** A line as a second, simple computation knows it. */
interface Model {
  line: DeliveryLine;
  branch: number;
  status: 'in_transit' | 'completed';
  lots: Record<string, number>;
  returns: { id: number; quantity: number; lot: string | undefined }[];
}

function inputOf(lots: Record<string, number>): object[] {
  return Object.entries(lots).map(([lot, quantity]) => ({ lot, quantity }));
}

/** Returns numbers from 0 to below `max`, the same for the same seed. */
function dice(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * max);
  };
}

describe('a random history', () => {
  it.each([1, 2, 3])('never lets the trace and the withdrawal disagree (%i)', async (seed) => {
    const { account, productId, branches, dispatch, withdraw, shown } = await stage(4);
    const roll = dice(seed);
    const lines: Model[] = [];
    const randomLots = () => {
      const [a, b] = [roll(6), roll(5)];
      return { ...(a > 0 && { A: a }), ...(b > 0 && { B: b }) } as Record<string, number>;
    };
    const returnedOf = ({ returns }: Model, lot: string) =>
      returns.filter((each) => each.lot === lot).reduce((sum, { quantity }) => sum + quantity, 0);
    const acts: (() => Promise<void>)[] = [
      async () => {
        const [branch, lots] = [roll(4), randomLots()];
        lines.push({
          line: await dispatch(branch, inputOf(lots)),
          branch,
          status: 'in_transit',
          lots,
          returns: [],
        });
      },
      async () => {
        const model = lines[roll(lines.length)];
        if (!model || model.status === 'completed') return;
        await move(account, model.line, 'completed');
        model.status = 'completed';
      },
      async () => {
        const model = lines[roll(lines.length)];
        if (!model) return;
        const lots = randomLots();
        const isKept = ['A', 'B'].every((lot) => (lots[lot] ?? 0) >= returnedOf(model, lot));
        if (!isKept) return;
        if (model.status === 'completed') await correct(account, model.line, inputOf(lots));
        else await ask(account, SETTING.set, { ...model.line, lots: inputOf(lots) });
        model.lots = lots;
      },
      async () => {
        const model = lines[roll(lines.length)];
        const lot = [undefined, 'A', 'B'][roll(3)];
        if (!model) return;
        const all = model.returns.reduce((sum, { quantity }) => sum + quantity, 0);
        const left = Math.min(10 - all, lot ? (model.lots[lot] ?? 0) - returnedOf(model, lot) : 10);
        if (left < 1) return;
        const quantity = 1 + roll(left);
        model.returns.push({ id: (await back(account, model.line, quantity, lot)).id, quantity, lot });
      },
      async () => {
        const model = lines[roll(lines.length)];
        const undone = model?.returns.pop();
        if (undone) await ask(account, REVERSE, { id: String(undone.id) });
      },
    ];
    for (let step = 0; step < 12; step++) await acts[roll(acts.length)]!();
    const { id } = await withdraw();
    for (let step = 0; step < 40; step++) {
      await acts[roll(acts.length)]!();
      const expected = branches.map((branch, at) => [
        String(branch),
        lines
          .filter((model) => model.branch === at && (model.lots.A ?? 0) > 0)
          .reduce((sum, model) => sum + model.lots.A! - returnedOf(model, 'A'), 0),
      ]);
      const withdrawal = await shown(id);
      const { lotTrace } = await ask(
        account,
        `query ($productId: ID!) {
          lotTrace(productId: $productId, lot: "A", first: 100) {
            nodes { branch { id } quantity returned } balance { delivered returnedWithLot }
          }
        }`,
        { productId: String(productId) },
      );
      const traced = Object.fromEntries(expected.map(([branch]) => [branch, 0]));
      for (const { branch, quantity, returned } of lotTrace.nodes) traced[branch.id] += quantity - returned;
      const noticed = {
        ...Object.fromEntries(expected.map(([branch]) => [branch, 0])),
        ...quantitiesOf(withdrawal),
      };
      expect({ step, noticed, traced }).toEqual({
        step,
        noticed: Object.fromEntries(expected),
        traced: Object.fromEntries(expected),
      });
      const { delivered, returnedWithLot } = lotTrace.balance;
      expect(withdrawal.progress.delivered).toBe(delivered - returnedWithLot);
      for (const { quantity, closedReason } of withdrawal.notices as Shown[]) {
        expect(closedReason === null).toBe(quantity > 0);
      }
    }
  });

  it('agrees after changes at the same moment', async () => {
    const { account, productId, dispatch, create, withdraw, shown } = await stage(4);
    for (let round = 0; round < 4; round++) {
      const out = await dispatch(0, [{ lot: 'A', quantity: 4 }]);
      const into = await dispatch(1, [{ lot: 'B', quantity: 4 }]);
      const pending = await create(2, [{ lot: 'A', quantity: 3 }]);
      const [{ id }] = await Promise.all([
        withdraw(),
        move(account, pending, 'in_transit'),
        ask(account, SETTING.set, { ...out, lots: [{ lot: 'B', quantity: 4 }] }),
        ask(account, SETTING.set, { ...into, lots: [{ lot: 'A', quantity: 4 }] }),
        dispatch(3, [{ lot: 'A', quantity: 2 }]),
      ]);
      const withdrawal = await shown(id);
      const { lotTrace } = await ask(
        account,
        `query ($productId: ID!) {
          lotTrace(productId: $productId, lot: "A", first: 1) { balance { delivered returnedWithLot } }
        }`,
        { productId: String(productId) },
      );
      expect(withdrawal.progress.delivered).toBe(lotTrace.balance.delivered);
      expect(withdrawal.notices.filter(({ quantity }: Shown) => quantity > 0)).toHaveLength(3);
      // The end at the same moment as a dispatch has it or not, but never a notice in part.
      const late = await create(2, [{ lot: 'A', quantity: 1 }]);
      const before = withdrawal.progress.delivered;
      await Promise.all([ask(account, CLOSE, { id }), move(account, late, 'in_transit')]);
      expect([before, before + 1]).toContain((await shown(id)).progress.delivered);
    }
  });
});
