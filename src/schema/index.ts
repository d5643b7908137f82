import './account/graphql.ts';
import './account/logo-graphql.ts';
import './alert/graphql.ts';
import './analytics/deliveries-graphql.ts';
import './analytics/returns-graphql.ts';
import './api-key/graphql.ts';
import './audit-log/graphql.ts';
import './closed-day/graphql.ts';
import './day-plan/graphql.ts';
import './delivery/batch-graphql.ts';
import './delivery/changes-graphql.ts';
import './delivery/graphql.ts';
import './delivery/list-graphql.ts';
import './delivery/move-deliveries-graphql.ts';
import './live-event/graphql.ts';
import './lot/corrections-graphql.ts';
import './lot/graphql.ts';
import './lot/warnings-graphql.ts';
import './import/graphql.ts';
import './node/find-graphql.ts';
import './performance/graphql.ts';
import './person/graphql.ts';
import './person/invitation-graphql.ts';
import './person/password-graphql.ts';
import './person/reset-graphql.ts';
import './product/archive-graphql.ts';
import './product/graphql.ts';
import './product/list-graphql.ts';
import './product/prices-graphql.ts';
import './product/upsert-graphql.ts';
import './receipt/accept-receipts-graphql.ts';
import './receipt/dispute-graphql.ts';
import './receipt/graphql.ts';
import './receipt/link-graphql.ts';
import './receipt/photo-graphql.ts';
import './request/list-graphql.ts';
import './return/graphql.ts';
import './return/list-graphql.ts';
import './saved-view/graphql.ts';
import './second-factor/graphql.ts';
import './session/graphql.ts';
import './standing-order/graphql.ts';
import './standing-order/list-graphql.ts';
import './standing-order/occurrence-graphql.ts';
import './stop/graphql.ts';
import './supermarket/archive-graphql.ts';
import './supermarket/graphql.ts';
import './supermarket/list-graphql.ts';
import './supermarket/upsert-graphql.ts';
import './trace/graphql.ts';
import './usage/failures-graphql.ts';
import './usage/graphql.ts';
import './webhook/graphql.ts';
import './webhook/list-graphql.ts';
import './webhook/message-graphql.ts';
import './withdrawal/flag-graphql.ts';
import './withdrawal/graphql.ts';
import { specifiedDirectives } from 'graphql';
import { builder } from './builder/builder.ts';
import { REPLICA } from './builder/replica-directive.ts';
import { descriptionOf } from './descriptions/descriptions.ts';

const options = { directives: [...specifiedDirectives, REPLICA], describe: descriptionOf };

export const schema = builder.toSchema(options);

/**
 * The schema without scope checks, for execution plans, which run only for callers with all required scopes. Nobody
 * sees its order, and to sort it would take longer than to build it.
 */
export const unchecked = builder.toSchema({ ...options, disableScopeAuth: true, sortSchema: false });
