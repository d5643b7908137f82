import { specifiedDirectives } from 'graphql';
import './people/account/graphql.ts';
import './people/account/logo-graphql.ts';
import './exchange/alert/graphql.ts';
import './insight/analytics/deliveries-graphql.ts';
import './insight/analytics/returns-graphql.ts';
import './people/api-key/graphql.ts';
import './people/audit-log/graphql.ts';
import './catalogue/closed-day/graphql.ts';
import './trade/day-plan/graphql.ts';
import './trade/delivery/batch-graphql.ts';
import './trade/delivery/changes-graphql.ts';
import './trade/delivery/graphql.ts';
import './trade/delivery/list-graphql.ts';
import './trade/delivery/move-deliveries-graphql.ts';
import './exchange/live-event/graphql.ts';
import './trade/lot/corrections-graphql.ts';
import './trade/lot/graphql.ts';
import './trade/lot/warnings-graphql.ts';
import './exchange/import/graphql.ts';
import './exchange/import/list-graphql.ts';
import './core/node/find-graphql.ts';
import './insight/performance/graphql.ts';
import './people/person/graphql.ts';
import './people/person/invitation-graphql.ts';
import './people/person/password-graphql.ts';
import './people/person/reset-graphql.ts';
import './catalogue/product/archive-graphql.ts';
import './catalogue/product/graphql.ts';
import './catalogue/product/list-graphql.ts';
import './catalogue/product/prices-graphql.ts';
import './catalogue/product/upsert-graphql.ts';
import './trade/receipt/accept-receipts-graphql.ts';
import './trade/receipt/dispute-graphql.ts';
import './trade/receipt/graphql.ts';
import './trade/receipt/link-graphql.ts';
import './trade/receipt/photo-graphql.ts';
import './insight/request/list-graphql.ts';
import './trade/return/graphql.ts';
import './trade/return/list-graphql.ts';
import './people/saved-view/graphql.ts';
import './people/second-factor/graphql.ts';
import './people/session/graphql.ts';
import './trade/standing-order/graphql.ts';
import './trade/standing-order/list-graphql.ts';
import './trade/standing-order/occurrence-graphql.ts';
import './trade/stop/graphql.ts';
import './catalogue/supermarket/archive-graphql.ts';
import './catalogue/supermarket/graphql.ts';
import './catalogue/supermarket/list-graphql.ts';
import './catalogue/supermarket/upsert-graphql.ts';
import './trace/trace/graphql.ts';
import './insight/usage/failures-graphql.ts';
import './insight/usage/graphql.ts';
import './exchange/webhook/graphql.ts';
import './exchange/webhook/list-graphql.ts';
import './exchange/webhook/message-graphql.ts';
import './trace/withdrawal/flag-graphql.ts';
import './trace/withdrawal/graphql.ts';
import { builder } from './core/builder/builder.ts';
import { REPLICA } from './core/builder/replica-directive.ts';

const options = { directives: [...specifiedDirectives, REPLICA] };

export const schema = builder.toSchema(options);

/**
 * The schema without scope checks, for execution plans, which run only for callers with all required scopes.
 * Unsorted, because nobody sees its order and sorting takes longer than building.
 */
export const unchecked = builder.toSchema({ ...options, disableScopeAuth: true, sortSchema: false });
