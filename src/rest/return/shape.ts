import { RETURN_FIELDS, REVERSAL_FIELDS } from '../../schema/trade/return/fields.ts';
import { body, record } from '../shape.ts';

export const Return = record('Return', RETURN_FIELDS);
export const ReturnInput = body('ReturnInput', RETURN_FIELDS, 'CreateReturnInput');
export const ReturnReversal = body('ReturnReversal', REVERSAL_FIELDS);
