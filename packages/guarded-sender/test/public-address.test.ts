import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../src/public-address.ts';

describe('an address', () => {
  it('beside the one by which Azure shows its machines their metadata is public', () => {
    const all = [15, 16, 17].map((last) => isPublicAddress(`168.63.129.${last}`));
    expect(all).toEqual([true, false, true]);
  });

  it('with a zone, or that is none, is not public', () => {
    for (const address of ['fe80::1%eth0', 'fd00::1%eth0', '::1%lo', '', 'localhost', '8.8.8', '8.8.8.8.8']) {
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }
  });
});
