import { graphql } from 'react-relay';

export const query = graphql`
  query SupermarketQuery($id: ID!, $count: Int) {
    supermarket(id: $id) {
      ...Supermarket_deliveries @arguments(count: $count)
    }
  }
`;

export const deliveries = graphql`
  fragment Supermarket_deliveries on Supermarket
  @refetchable(queryName: "SupermarketDeliveriesQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" }) {
    name
    deliveries(first: $count, after: $cursor) @connection(key: "Supermarket_deliveries") {
      edges {
        node {
          id
          status
          totalValue
        }
      }
    }
  }
`;
