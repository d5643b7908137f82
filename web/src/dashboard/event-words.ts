import {
  CircleCheck,
  CirclePlus,
  CircleX,
  type LucideIcon,
  Package,
  PackagePlus,
  Truck,
  Undo2,
  Zap,
} from 'lucide-react';
import type { LatestEventsQuery } from '../generated/operations.ts';
import type { Tone } from '../kit/badge.tsx';
import { reasonInWords } from '../return/reason-in-words.ts';

export type ActivityEvent = LatestEventsQuery['latestEvents'][number];

/** The description of an event: the record, what happened to it, and further details. */
export interface Words {
  icon: LucideIcon;
  tone: Tone;
  href: string | undefined;
  subject: string;
  happened: string;
  about?: string;
  amount?: number;
}

const DELIVERIES: Record<string, [icon: LucideIcon, tone: Tone, happened: string]> = {
  'delivery.created': [CirclePlus, 'plain', 'created'],
  'delivery.in_transit': [Truck, 'note', 'in transit'],
  'delivery.completed': [CircleCheck, 'good', 'completed'],
  'delivery.cancelled': [CircleX, 'bad', 'cancelled'],
};

/** Puts an event into words; its `data` is that of the callback. */
export function wordsOf({ type, data }: ActivityEvent): Words {
  const { changed = [], ...of } = data as Record<string, string | number> & { changed?: string[] };
  const delivery = DELIVERIES[type];
  if (delivery) {
    return {
      icon: delivery[0],
      tone: delivery[1],
      href: `/deliveries/${of.delivery_id}`,
      subject: `Delivery ${of.delivery_id}`,
      happened: delivery[2],
      about: `${of.supermarket_name} · ${of.subchain_name}`,
      amount: Number(of.total_value),
    };
  }
  if (type === 'return.created') {
    return {
      icon: Undo2,
      tone: 'warn',
      href: `/returns/${of.return_id}`,
      subject: `Return ${of.return_id}`,
      happened: 'recorded',
      about: `${of.quantity} × ${of.product_name} · ${reasonInWords(String(of.reason))}`,
      amount: Number(of.credit_amount),
    };
  }
  if (type === 'product.created' || type === 'product.updated') {
    return {
      icon: type === 'product.created' ? PackagePlus : Package,
      tone: 'plain',
      href: `/products/${of.product_id}`,
      subject: String(of.name),
      happened: changed.length > 0 ? 'updated' : 'created',
      about: changed.length > 0 ? `Changed: ${changed.join(', ')}` : `${of.sequential_id} · ${of.category}`,
    };
  }
  const [noun = '', happened = ''] = type.split('.');
  const subject = `${noun[0]?.toUpperCase()}${noun.slice(1)} ${of.name ?? of[`${noun}_id`]}`;
  return { icon: Zap, tone: 'plain', href: undefined, subject, happened: happened.replaceAll('_', ' ') };
}
