import { type AddressInfo, createServer, type Server } from 'node:net';
import { type Config, ConfigError } from './config.ts';
import type { ProcessRole } from './role.ts';

const DEFAULT_PORT = 3000;

/** The port of a process. */
export interface Port {
  /**
   * Makes `server` listen on it, and returns its address, such as http://127.0.0.1:3000.
   *
   * @throws ConfigError
   */
  listen(server: Server): Promise<string>;
  /** Gives the port up if no server listens on it yet. */
  release(): void;
}

type Address = Pick<Config, 'HOST' | 'PORT'>;

/**
 * Takes the port before the rest of the start, which writes to the database and takes seconds. Connections
 * are reset until a server listens.
 *
 * @throws ConfigError when it cannot be listened on
 */
export async function holdPort(config: Address, role: ProcessRole): Promise<Port> {
  // By default, a worker beside an API on one machine uses any free port.
  const address = { HOST: config.HOST, PORT: config.PORT ?? (role === 'worker' ? 0 : DEFAULT_PORT) };
  const holder = createServer((socket) => void socket.resetAndDestroy());
  await listenOn(holder, address);
  let isHeld = true;
  return {
    async listen(server) {
      isHeld = false;
      // The server takes the socket over.
      return listenOn(server, address, holder);
    },
    release() {
      if (isHeld) holder.close();
      isHeld = false;
    },
  };
}

/** Returns a port that several processes share. Calls `beforeListen` right before a server listens. */
export function sharePort({ HOST, PORT = DEFAULT_PORT }: Address, beforeListen: () => void): Port {
  return {
    async listen(server) {
      beforeListen();
      return listenOn(server, { HOST, PORT });
    },
    release() {},
  };
}

async function listenOn(server: Server, { HOST, PORT = 0 }: Address, holder?: Server): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ConfigError(whyNot(error, HOST, PORT))));
    server.once('listening', resolve);
    if (holder) server.listen(holder);
    else server.listen(PORT, HOST);
  });
  const { port } = server.address() as AddressInfo;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
}

function whyNot({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT: ${port} on ${host} is already in use`;
  if (code === 'EACCES') return `PORT: ${port} is not open to this user`;
  return `HOST: ${host} cannot be listened on: ${message}`;
}
