import { RANKED } from './analytics.ts';

export const PERFORMANCE = {
  'Query.deliveryPerformance':
    'How well deliveries did what was promised: on time, in full, and what came back. Counts completed deliveries, by ' +
    'the day on which they were due. Needs `returns:read` too.',
  DeliveryPerformance: 'The performance of the completed deliveries that were due in a range of days.',
  'DeliveryPerformance.total': 'The figures of the whole range.',
  'DeliveryPerformance.series': 'The figures of each period, including those without deliveries.',
  'DeliveryPerformance.series(interval)': 'The length of each period.',
  'DeliveryPerformance.ranking':
    'Ranks supermarkets, branches, products, categories or weekdays, those with the most missed deliveries first.',
  'DeliveryPerformance.ranking(by)': 'What to rank.',
  'DeliveryPerformance.places(by)': 'What is ranked.',
  'DeliveryPerformance.returnsByFault':
    'All returns from these deliveries, by whose fault they are. `missing`, `damaged`, `quality`, `wrong_item`, ' +
    '`too_warm` and `short_dated` are the supplier’s, `overstock` and `unsold` the retailer’s, all others neutral.',
  'DeliveryPerformance.waste':
    'What came back from these deliveries as `expired`, `damaged`, `overstock` or `recalled`. Needs `products:read`.',
  'DeliveryPerformance.shelfLife':
    'How many lines kept what their supermarket is promised of shelf life (`minRemainingDays`, `minRemainingPercent`).',
  ShelfLifeFigures:
    'The lines with a dated lot to supermarkets with a promise, by the promises of today. A line is short if one of its lots is.',
  'ShelfLifeFigures.lines': 'The number of these lines.',
  'ShelfLifeFigures.enoughCount': 'The number of them with enough shelf life on the day of delivery.',
  'ShelfLifeFigures.enoughRate': 'Their share; null without such lines.',
  'DeliveryPerformance.missed': 'The deliveries that were late or not in full, those due last first.',
  DeliveryPerformanceFilter:
    'Which deliveries to include, and what counts as on time. Filters are combined with AND.',
  PerformanceFigures: 'Figures of completed deliveries. Rates are from 0 to 1, null without deliveries.',
  'PerformanceFigures.deliveries':
    'The number of completed deliveries; for a product or a category, of those with it.',
  'PerformanceFigures.onTimeCount':
    'The number that arrived by the end of the delivery window of the branch, or on the day if it has none. Goods ' +
    'arrived at the `receivedAt` of the receipt; without a receipt, at the `completedAt` of the delivery.',
  'PerformanceFigures.inFullCount':
    'The number of which nothing is missing: nothing less than in the first version, and no return by the supplier’s ' +
    'fault that is dated on the day of completion or earlier.',
  'PerformanceFigures.otifCount': 'The number on time and in full.',
  'PerformanceFigures.orderedQuantity':
    'The quantity ordered: of each product, that of the delivery or of its first version, whichever is more.',
  'PerformanceFigures.missingQuantity': 'The part of it that was left out or refused at the door.',
  'PerformanceFigures.onTimeRate': 'The share of deliveries on time.',
  'PerformanceFigures.inFullRate': 'The share of deliveries in full.',
  'PerformanceFigures.otifRate': 'The share of deliveries on time and in full.',
  'PerformanceFigures.fillRate': 'The share of the quantity ordered that was delivered and kept.',
  'PerformanceFigures.lateMinutesMedian': 'The median of the minutes that late deliveries were late.',
  'PerformanceFigures.lateMinutesP95': 'The minutes that 95 % of late deliveries were late at most.',
  'PerformanceFigures.notTimelyRecorded':
    'The number that arrived, as recorded, more than 12 hours after the window: probably, somebody clicked late.',
  'PerformancePeriod.startsAt': 'When the period begins.',
  'PerformancePeriod.figures': 'The figures of the deliveries that were due in the period.',
  'PerformanceRank.name':
    'The name of the supermarket, branch or product as it is now, the category, or the weekday in English.',
  'PerformanceRank.figures': 'The figures of the ranked deliveries.',
  PerformanceRanking: 'What performance is ranked by.',
  'PerformanceRanking.SUPERMARKET': RANKED.SUPERMARKET,
  'PerformanceRanking.BRANCH': RANKED.BRANCH,
  'PerformanceRanking.PRODUCT': RANKED.PRODUCT,
  'PerformanceRanking.CATEGORY': RANKED.CATEGORY,
  'PerformanceRanking.WEEKDAY': 'By the weekday on which deliveries were due.',
  ReturnsByFault: 'The returns that are the fault of one party.',
  'ReturnsByFault.fault': 'Whose fault they are.',
  'ReturnsByFault.quantity': 'The number of pieces.',
  'ReturnsByFault.credit': 'The sum of the credit amounts.',
  Fault: 'Whose fault a return is.',
  'Fault.SUPPLIER': 'The supplier’s.',
  'Fault.RETAILER': 'The retailer’s.',
  'Fault.NEUTRAL': 'Nobody’s, or unknown.',
  Waste: 'Goods that were thrown away.',
  'Waste.kilograms': 'Their weight, as the products weighed when the deliveries were created.',
  'Waste.rate': 'Their share of the weight delivered; null when nothing was.',
  DeliveryMiss: 'What a delivery missed.',
  'DeliveryMiss.LATE': 'Completed after the end of the window.',
  'DeliveryMiss.NOT_IN_FULL': 'Something is missing.',
  MissedDelivery: 'A delivery that was late or not in full.',
  'MissedDelivery.delivery': 'The delivery.',
  'MissedDelivery.reasons': 'What it missed.',
  'MissedDelivery.lateMinutes': 'The minutes after the end of the window; null when it was on time.',
  'MissedDelivery.missingQuantity': 'The quantity that was left out or refused at the door.',
  MissedDeliveryConnection: 'A part of the list of missed deliveries, read by cursor.',
  'MissedDeliveryConnection.nodes': 'The missed deliveries.',
  SupermarketTargets: 'What a supermarket expects of deliveries, in percent.',
  SupermarketTargetsInput: 'New targets, in percent (0–100). Those left out stay; null sets the default.',
};
