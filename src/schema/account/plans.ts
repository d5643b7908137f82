export type Plan = 'free' | 'pro' | 'business';

/** Requests an account may make, all its keys together (specification, "Limits"), and how large. */
export interface PlanLimits {
  perHour: number;
  perMinute: number;
  /** Points that one GraphQL operation may cost. */
  costPerOperation: number;
  /** Live streams an account may have open at a time, in each process. */
  streams: number;
}

export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  free: { perHour: 60, perMinute: 10, costPerOperation: 1_000, streams: 10 },
  pro: { perHour: 1_000, perMinute: 60, costPerOperation: 5_000, streams: 100 },
  business: { perHour: 10_000, perMinute: 300, costPerOperation: 20_000, streams: 1_000 },
};

/** Requests of an account's sessions that only read, on every plan; what they change counts with the keys. */
export const SESSION_READS = { perHour: 3_000, perMinute: 120 };

export const PLANS = Object.keys(PLAN_LIMITS) as [Plan, ...Plan[]];
