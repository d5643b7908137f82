/**
 * The queries of `baseline/graphql.ts` as PostGraphile names what they select. A supermarket is found by its
 * branch.
 */

export const ONE = `query Delivery($account: BigInt!, $id: BigInt!) {
  deliveryByAccountIdAndRowId(accountId: $account, rowId: $id) {
    rowId status deliveryDate notes totalValue createdAt inTransitAt completedAt cancelledAt
    branchByAccountIdAndSupermarketIdAndBranchId {
      rowId name address deliveryWindow
      supermarketByAccountIdAndSupermarketId { rowId name contactEmail }
    }
    deliveryItemsByAccountIdAndDeliveryId {
      nodes {
        productId name quantity returnedQuantity unitPrice
        productByAccountIdAndProductId { rowId sequentialId name price category }
      }
    }
    returnsByAccountIdAndSupermarketIdAndDeliveryId(first: 10) { nodes { rowId quantity reason } }
  }
}`;

export const LIST = `query Deliveries($account: BigInt!) {
  allDeliveries(condition: { accountId: $account }, orderBy: [ROW_ID_DESC], first: 20) {
    nodes {
      rowId status deliveryDate totalValue createdAt
      branchByAccountIdAndSupermarketIdAndBranchId { name supermarketByAccountIdAndSupermarketId { name } }
      deliveryItemsByAccountIdAndDeliveryId { nodes { productId name quantity unitPrice } }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;
