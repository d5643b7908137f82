import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const afterMs = Number(process.argv[2]);
const server = createServer((_request, response) => void setTimeout(() => response.end(), afterMs));
server.listen(0, '127.0.0.1', () => {
  process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
process.once('disconnect', () => process.exit());
