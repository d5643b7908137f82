import { FILE_GUARDS } from './files.ts';
import { GOODS_GUARDS } from './goods.ts';
import type { Guard } from './guard.ts';
import { PEOPLE_GUARDS } from './people.ts';
import { REQUEST_GUARDS } from './requests.ts';

/** All guards that `npm run test:guards` breaks. */
export const GUARDS: Guard[] = [...PEOPLE_GUARDS, ...GOODS_GUARDS, ...FILE_GUARDS, ...REQUEST_GUARDS];
