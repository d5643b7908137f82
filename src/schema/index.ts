import './account/graphql.ts';
import './delivery/graphql.ts';
import './event/graphql.ts';
import './product/graphql.ts';
import './return/graphql.ts';
import './supermarket/graphql.ts';
import './webhook/graphql.ts';
import './webhook/message-graphql.ts';
import { builder } from './builder.ts';

export const schema = builder.toSchema();
