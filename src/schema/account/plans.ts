export type Plan = 'free' | 'pro' | 'business';

/** Requests an account may make, all its keys together (specification, "Limits"). */
export interface PlanLimits {
  perHour: number;
  perMinute: number;
}

export const PLAN_LIMITS: Record<Plan, PlanLimits> = {
  free: { perHour: 60, perMinute: 10 },
  pro: { perHour: 1_000, perMinute: 60 },
  business: { perHour: 10_000, perMinute: 300 },
};

export const PLANS = Object.keys(PLAN_LIMITS) as [Plan, ...Plan[]];
