export const PLANS = ['free', 'pro', 'business'] as const;

export type Plan = (typeof PLANS)[number];

/** How many records of each kind an account can have at a time. */
export interface Quotas {
  supermarkets: number;
  /** In all supermarkets together. */
  branches: number;
  products: number;
  /** Webhook subscriptions that are not deleted. */
  webhooks: number;
  /** API keys that are not revoked, expired ones included. */
  apiKeys: number;
  /** Photos of receipts. */
  photos: number;
  /** Standing orders that have not ended. */
  standingOrders: number;
  /** Types of containers, archived ones included. */
  containerTypes: number;
  /** Agreed prices, past ones included. */
  priceAgreements: number;
}

/** The maximum number of requests of all keys of an account together, and their maximum size. */
export interface PlanLimits {
  perHour: number;
  perMinute: number;
  /** Points that one GraphQL operation may cost. */
  costPerOperation: number;
  /** Live streams an account may have open at a time, in each process. */
  streams: number;
  quotas: Quotas;
}

export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  free: {
    perHour: 60,
    perMinute: 10,
    costPerOperation: 1_000,
    streams: 10,
    quotas: {
      supermarkets: 100,
      branches: 500,
      products: 5_000,
      webhooks: 10,
      apiKeys: 10,
      photos: 100,
      standingOrders: 50,
      containerTypes: 100,
      priceAgreements: 2_000,
    },
  },
  pro: {
    perHour: 1_000,
    perMinute: 60,
    costPerOperation: 5_000,
    streams: 100,
    quotas: {
      supermarkets: 500,
      branches: 5_000,
      products: 25_000,
      webhooks: 50,
      apiKeys: 50,
      photos: 2_000,
      standingOrders: 2_000,
      containerTypes: 100,
      priceAgreements: 20_000,
    },
  },
  business: {
    perHour: 10_000,
    perMinute: 300,
    costPerOperation: 20_000,
    streams: 1_000,
    quotas: {
      supermarkets: 2_000,
      branches: 20_000,
      products: 100_000,
      webhooks: 100,
      apiKeys: 100,
      photos: 20_000,
      standingOrders: 20_000,
      containerTypes: 100,
      priceAgreements: 200_000,
    },
  },
};

/** The limits of each person who uses the web page, on every plan. People and keys do not share limits. */
const OF_PEOPLE = {
  reads: { perHour: 10_000, perMinute: 600 },
  changes: { perHour: 2_000, perMinute: 120 },
};

/** The rates that apply to a request: those of the plan, or those of reads or changes in a session. */
export type Allowance = Plan | keyof typeof OF_PEOPLE;

/** Returns the rates of each allowance. */
export function requestRates(): Record<Allowance, { perHour: number; perMinute: number }> {
  return { ...PLAN_LIMITS, ...OF_PEOPLE };
}

/**
 * Returns the points that one operation may cost. People have the maximum on every plan, because pages read
 * much at once.
 */
export function maxCostFor(caller: { plan: Plan; sessionId?: bigint } | null): number {
  const plan = caller?.sessionId === undefined ? (caller?.plan ?? 'free') : 'business';
  return PLAN_LIMITS[plan].costPerOperation;
}
