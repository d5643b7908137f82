import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../../test/support/process/process.ts';

/** The service with its demo account, in its own process. */
export interface DemoService extends AsyncDisposable {
  url: string;
  email: string;
  password: string;
  /**
   * Sends a request with the demo's key.
   *
   * @throws for an error response
   */
  call(method: string, path: string, body?: object): Promise<Listed>;
  /** Returns the first page of a list. */
  list(path: string): Promise<Listed[]>;
}

/** The properties of a record that the scripts use. */
interface Listed {
  id: number;
  attempts?: unknown[];
}

/** Starts the service on its own database, which is deleted at the end. */
export async function startDemo(): Promise<DemoService> {
  const folder = await mkdtemp(join(tmpdir(), 'provender-demo-'));
  // As root, PostgreSQL runs as another user.
  await chmod(folder, 0o711);
  const service = launch(
    'node',
    {
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      SIGNUP: 'true',
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    },
    { args: ['src/main.ts'] },
  );
  const url = (await service.says(/is ready on (\S+)/))[1]!;
  const [, email, password, key] = /e-mail +(\S+)\s+password +(\S+)\s+API key +(\S+)/.exec(service.stdout())!;
  const call = async <Data>(method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`);
    return ((await response.json()) as { data: Data }).data;
  };
  return {
    url,
    email: email!,
    password: password!,
    call,
    list: (path) => call('GET', path),
    async [Symbol.asyncDispose]() {
      service.signal('SIGTERM');
      await service.ended();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
