import { violation } from '../../problems.ts';
import { AppError, faultAt } from '../errors.ts';
import { isHolidayCode } from './public-holidays.ts';

export const MAX_HOLIDAY_CODE = 40;

export const UNKNOWN_HOLIDAYS = 'must be the code of a country or region, such as DE or DE-BY';

/**
 * Requires that the public holidays of a country or region are known.
 *
 * @throws AppError `validation_error` on publicHolidays
 */
export async function requireHolidayCode(code: string): Promise<void> {
  if (!(await isHolidayCode(code)))
    throw new AppError(faultAt('publicHolidays', violation('unknown_holidays', UNKNOWN_HOLIDAYS)));
}
