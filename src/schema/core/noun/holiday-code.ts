import { HOLIDAY_REGIONS } from '../../../generated/holiday-regions.ts';
import { violation } from '../../../problems.ts';
import { AppError, faultAt } from '../errors.ts';

export const UNKNOWN_HOLIDAYS = 'must be the code of a country or region, such as DE or DE-BY';

const CODES = new Set(HOLIDAY_REGIONS.map(({ code }) => code));

/**
 * Requires the code of a country or region whose public holidays can be computed.
 *
 * @throws AppError `validation_error` on publicHolidays
 */
export function requireHolidayCode(code: string): void {
  if (!CODES.has(code))
    throw new AppError(faultAt('publicHolidays', violation('unknown_holidays', UNKNOWN_HOLIDAYS)));
}
