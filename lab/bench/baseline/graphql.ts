import { LINES_OF, NAMES, time } from './statements.ts';

/** The query for one delivery with everything related to it. */
export const ONE = `query Delivery($id: ID!) {
  delivery(id: $id) {
    id status deliveryDate notes totalValue createdAt inTransitAt completedAt cancelledAt
    supermarket { id name contactEmail }
    branch { id name address deliveryWindow }
    products { productId name quantity returnedQuantity unitPrice product { id sequentialId name price category } }
    returns(first: 10) { nodes { id quantity reason } }
  }
}`;

/** The query for the newest deliveries with their products, as a client reads a list. */
export const LIST = `query Deliveries {
  deliveries(first: 20) {
    nodes {
      id status deliveryDate totalValue createdAt supermarketName branchName
      products { productId name quantity unitPrice }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

const OWN = `'id', d.id::text, 'status', upper(d.status), 'deliveryDate', d.delivery_date,
    'totalValue', d.total_value, 'createdAt', ${time('d.created_at')}`;
const LINE = `'productId', line.product_id::text, 'name', line.name, 'quantity', line.quantity, 'unitPrice', line.unit_price`;

const DELIVERY = {
  name: 'graphql-delivery',
  text: `
    SELECT json_build_object('delivery', json_build_object(${OWN}, 'notes', d.notes,
      'inTransitAt', ${time('d.in_transit_at')}, 'completedAt', ${time('d.completed_at')}, 'cancelledAt', ${time('d.cancelled_at')},
      'supermarket', json_build_object('id', market.id::text, 'name', market.name, 'contactEmail', market.contact_email),
      'branch', json_build_object('id', branch.id::text, 'name', branch.name, 'address', branch.address,
                                  'deliveryWindow', branch.delivery_window),
      'products', (
        SELECT json_agg(json_build_object(${LINE}, 'returnedQuantity', line.returned_quantity, 'product', (
          SELECT json_build_object('id', product.id::text, 'sequentialId', product.sequential_id,
            'name', product.name, 'price', product.price, 'category', product.category)
          FROM products product
          WHERE product.account_id = line.account_id AND product.id = line.product_id)
        ) ORDER BY line.position) ${LINES_OF}),
      'returns', json_build_object('nodes', (
        SELECT coalesce(json_agg(json_build_object('id', id::text, 'quantity', quantity, 'reason', reason)
                                 ORDER BY id DESC), '[]')
        FROM (SELECT * FROM returns WHERE account_id = d.account_id AND delivery_id = d.id
              ORDER BY id DESC LIMIT 10) AS newest))
    ))::text AS data
    FROM deliveries d ${NAMES} WHERE d.account_id = $1 AND d.id = $2`,
};

const DELIVERIES = {
  name: 'graphql-deliveries',
  text: `
    SELECT count(*) > 20 AS more, min(d.id) FILTER (WHERE place <= 20) AS last,
      coalesce(json_agg(json_build_object(${OWN}, 'supermarketName', market.name, 'branchName', branch.name,
        'products', (SELECT json_agg(json_build_object(${LINE}) ORDER BY line.position) ${LINES_OF})
      ) ORDER BY d.id DESC) FILTER (WHERE place <= 20), '[]')::text AS nodes
    FROM (SELECT *, row_number() OVER (ORDER BY id DESC) AS place FROM deliveries
          WHERE account_id = $1 ORDER BY id DESC LIMIT 21) AS d ${NAMES}`,
};

export interface Asked {
  query: string;
  variables?: { id?: string };
}

/**
 * Returns the statement for one of the benchmark's documents, its values, and the conversion of its row to
 * the data. There is no parser and no schema: documents are recognized by their text.
 */
export function answering({ query, variables }: Asked, account: string) {
  return query === ONE
    ? { statement: DELIVERY, values: [account, variables?.id], dataOf: ({ data }: JsonRow) => String(data) }
    : { statement: DELIVERIES, values: [account], dataOf: listOf };
}

type JsonRow = Record<string, unknown>;

function listOf({ more, last, nodes }: JsonRow): string {
  const cursor = Buffer.from(JSON.stringify(['deliveries', 'CREATED', last])).toString('base64url');
  const pageInfo = JSON.stringify({ hasNextPage: more, endCursor: last === null ? null : cursor });
  return `{"deliveries":{"nodes":${String(nodes)},"pageInfo":${pageInfo}}}`;
}
