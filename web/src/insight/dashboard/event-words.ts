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
import type { LatestEventsQuery } from '../../generated/operations.ts';
import type { EVENT_TYPES } from '../../generated/rules.ts';
import type { Tone } from '../../base/kit/layout/badge.tsx';
import { reasonInWords } from '../../trade/return/reason-in-words.ts';

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

/** The `data` of a callback. */
type EventData = Record<string, string | number> & { changed?: string[] };

type Wording = (data: EventData) => Words;

const WORDINGS: Record<(typeof EVENT_TYPES)[number], Wording> = {
  'delivery.created': ofDelivery(CirclePlus, 'plain', 'created'),
  'delivery.in_transit': ofDelivery(Truck, 'note', 'in transit'),
  'delivery.completed': ofDelivery(CircleCheck, 'good', 'completed'),
  'delivery.cancelled': ofDelivery(CircleX, 'bad', 'cancelled'),
  'return.created': (data) => ({
    icon: Undo2,
    tone: 'warn',
    href: `/returns/${data.return_id}`,
    subject: `Return ${data.return_id}`,
    happened: 'recorded',
    about: `${data.quantity} × ${data.product_name} · ${reasonInWords(String(data.reason))}`,
    amount: Number(data.credit_amount),
  }),
  'product.created': (data) =>
    ofProduct(data, PackagePlus, 'created', `${data.sequential_id} · ${data.category}`),
  'product.updated': (data) => ofProduct(data, Package, 'updated', `Changed: ${data.changed?.join(', ')}`),
};

/** Puts an event into words. A page that is older than the service does not know all of them. */
export function wordsOf({ type, data }: ActivityEvent): Words {
  const wording = (WORDINGS as Record<string, Wording>)[type] ?? unknown(type);
  return wording(data as EventData);
}

function ofDelivery(icon: LucideIcon, tone: Tone, happened: string): Wording {
  return (data) => ({
    icon,
    tone,
    href: `/deliveries/${data.delivery_id}`,
    subject: `Delivery ${data.delivery_id}`,
    happened,
    about: `${data.supermarket_name} · ${data.subchain_name}`,
    amount: Number(data.total_value),
  });
}

function ofProduct(data: EventData, icon: LucideIcon, happened: string, about: string): Words {
  const { product_id: id, name } = data;
  return { icon, tone: 'plain', href: `/products/${id}`, subject: String(name), happened, about };
}

function unknown(type: string): Wording {
  const [noun = '', happened = ''] = type.split('.');
  return (data) => ({
    icon: Zap,
    tone: 'plain',
    href: undefined,
    subject: `${noun[0]?.toUpperCase()}${noun.slice(1)} ${data.name ?? data[`${noun}_id`]}`,
    happened: happened.replaceAll('_', ' '),
  });
}
