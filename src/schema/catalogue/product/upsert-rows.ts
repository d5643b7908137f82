import { rowFields } from '../../core/upsert/rows.ts';
import { PRODUCT_FIELDS } from './fields.ts';

/** The fields of a row of an upsert. */
export const PRODUCT_ROW = rowFields(PRODUCT_FIELDS);
