/** One delivery with everything related to it. */
export const ONE = `query Delivery($id: ID!) {
  delivery(id: $id) {
    id status deliveryDate notes totalValue createdAt inTransitAt completedAt cancelledAt
    supermarket { id name contactEmail }
    branch { id name address deliveryWindow }
    products { productId name quantity returnedQuantity unitPrice product { id sequentialId name price category } }
    returns(first: 10) { nodes { id quantity reason } }
  }
}`;

/** The newest deliveries with their products, as a client reads a list. */
export const LIST = `query Deliveries {
  deliveries(first: 20) {
    nodes {
      id status deliveryDate totalValue createdAt supermarketName branchName
      products { productId name quantity unitPrice }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;
