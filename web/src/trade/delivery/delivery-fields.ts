import { DELIVERY_FORM } from '../../generated/forms.ts';
import type { DeliveryFormFragment } from '../../generated/operations.ts';
import { nounForm } from '../../base/kit/form/noun-form.tsx';

/** The form of a delivery, apart from its destination and lines. */
export const DELIVERY = nounForm<DeliveryFormFragment>(DELIVERY_FORM);

const { deliveryDate: _besideItsNotice, ...texts } = DELIVERY_FORM;

/** The form of its optional texts. */
export const DELIVERY_TEXTS = nounForm<Omit<DeliveryFormFragment, 'deliveryDate'>>(texts);
