import { routesOfExports } from './export/file-routes.ts';
import { routesOfImports } from './import/file-routes.ts';
import { routesOfPhotos } from './pages/receipt/photos.ts';
import type { FileRoute } from './rest/file-route.ts';

/** All endpoints that take or return files. */
export const fileRoutes: readonly FileRoute[] = [...routesOfImports, ...routesOfExports, ...routesOfPhotos];
