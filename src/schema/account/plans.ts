export type Plan = 'free' | 'pro' | 'business';

/** Requests an account may make, all its keys together (specification, "Limits"), and how large. */
export interface PlanLimits {
  perHour: number;
  perMinute: number;
  /** Points that one GraphQL operation may cost. */
  costPerOperation: number;
}

export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  free: { perHour: 60, perMinute: 10, costPerOperation: 1_000 },
  pro: { perHour: 1_000, perMinute: 60, costPerOperation: 5_000 },
  business: { perHour: 10_000, perMinute: 300, costPerOperation: 20_000 },
};

export const PLANS = Object.keys(PLAN_LIMITS) as [Plan, ...Plan[]];
