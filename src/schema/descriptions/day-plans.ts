export const DAY_PLANS = {
  PlanOfDays: 'What is delivered on each day of a window.',
  'Query.planOfDays':
    'Returns what is delivered on each day of a window of at most 62 days, also by deliveries that standing orders have not created yet. If products are selected, the days have at most 20,000 of them together (10,000 on the Free plan), and the response has a bound of its own.',
  'Query.planOfDays(from)': 'The first day.',
  'Query.planOfDays(to)': 'The last day, at most 61 days after the first.',
  'PlanOfDays.days': 'Every day of the window, also those without deliveries.',
  DayPlan: 'What is delivered on a day. It does not change when a planned delivery is created.',
  'DayPlan.date': 'The day of delivery.',
  'DayPlan.deliveries': 'How many deliveries exist that are not cancelled.',
  'DayPlan.planned': 'How many deliveries standing orders will create.',
  'DayPlan.skipped': 'How many dates of standing orders were skipped.',
  'DayPlan.failed':
    'How many dates of standing orders failed, or will, because a product or the branch is archived.',
  'DayPlan.pieces': 'The pieces of deliveries that exist or are planned.',
  'DayPlan.kilograms':
    'Their weight: what exists by the weight that was copied when it was created, what is planned by the present weight of the product.',
  'DayPlan.products': 'What is delivered of each product, most pieces first.',
  DayPlanProduct: 'What is delivered of a product on a day.',
  'DayPlanProduct.productId': 'The id of the product.',
  'DayPlanProduct.name': 'The name of the product now.',
  'DayPlanProduct.product': 'The product. Needs `products:read`.',
  'DayPlanProduct.pieces': 'The pieces of deliveries that exist or are planned.',
  'DayPlanProduct.kilograms': 'Their weight.',
  'DayPlanProduct.planned': 'The pieces that are not in a delivery yet.',
} as const;
