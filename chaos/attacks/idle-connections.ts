import { setTimeout as sleep } from 'node:timers/promises';
import { connectionLimits } from '../../src/http/server/bound-connections.ts';
import type { Attack } from '../stage/attack.ts';

const ADDRESSES = 500;
const MORE = 200;
const LANES = 50;

/** More connections than the service accepts, from 500 addresses, that send nothing. */
export const idleConnections: Attack = {
  name: 'idle-connections',
  async prepare({ attacker, smoke }) {
    const count = smoke ? 300 : connectionLimits().total + MORE;
    return async (signal) => {
      let opened = 0;
      const lane = async () => {
        while (opened < count) await attacker.open('', addressOf(opened++ % ADDRESSES));
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      await sleep(60_000, undefined, { signal }).catch(() => {});
    };
  },
};

function addressOf(number: number): string {
  return `127.1.${Math.floor(number / 250)}.${1 + (number % 250)}`;
}
