import { RETURN_FIELDS, REVERSAL_FIELDS } from '../../schema/trade/return/fields.ts';
import { body, restRecord } from '../shape.ts';

export const ReturnShape = restRecord('Return', RETURN_FIELDS);
export const ReturnInput = body('ReturnInput', RETURN_FIELDS, 'CreateReturnInput');
export const ReturnReversal = body('ReturnReversal', REVERSAL_FIELDS);
