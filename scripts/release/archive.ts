import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const OPTIONS = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];

/**
 * Packs the folder `package` as npm expects it. Equal files make equal bytes: they are sorted, and have one
 * time and no owner.
 */
export function archive(parent: string, time: number, file: string): void {
  const args = ['--format=ustar', ...OPTIONS, `--mtime=@${time}`, '-C', parent, '-c', 'package'];
  writeFileSync(file, gzipSync(execFileSync('tar', args, { maxBuffer: 2 ** 30 }), { level: 9 }));
}
