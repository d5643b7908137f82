import { answerParent } from '../../../spreadsheet/answer-parent.ts';
import { computeHolidays } from './compute-holidays.ts';

await answerParent(computeHolidays);
