import { createSocket } from 'node:dgram';
import { promises } from 'node:dns';

/** Loaded before the service: makes it use a name server that never responds. The hosts file still works. */
const silent = createSocket('udp4').unref();
await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
const { port } = silent.address();

const { Resolver } = promises;
promises.Resolver = class extends Resolver {
  constructor(options?: ConstructorParameters<typeof Resolver>[0]) {
    super(options);
    this.setServers([`127.0.0.1:${port}`]);
  }
};
