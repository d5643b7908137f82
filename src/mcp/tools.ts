import { errorTools } from './error-tools.ts';
import { figureTools } from './figure-tools.ts';
import { findTools } from './find-tools.ts';
import { planTools } from './plan-tools.ts';
import { queryTools } from './query-tools.ts';
import type { Tool } from './tool.ts';
import { traceTools } from './trace-tools.ts';
import { webhookTools } from './webhook-tools.ts';
import { writeTools } from './write-tools.ts';

/** All tools in the order in which they are listed. Keep them few: assistants get worse with many. */
export const TOOLS: readonly Tool[] = [
  ...findTools,
  ...figureTools,
  ...planTools,
  ...traceTools,
  ...webhookTools,
  ...errorTools,
  ...queryTools,
  ...writeTools,
];
