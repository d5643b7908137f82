import type { CratesOfDeliveryQuery } from '../../generated/operations.ts';

type CrateType = CratesOfDeliveryQuery['containerTypes'][number];

/**
 * Returns the types to enter for a delivery: those that it has, then those of the last delivery of its branch
 * that has any, then the others.
 */
export function typesFirst(
  { delivery, containerTypes, deliveries }: CratesOfDeliveryQuery,
  deliveryId: string,
): CrateType[] {
  const own = delivery?.containers.map(({ type }) => type) ?? [];
  const last = deliveries.nodes.find(({ id, containers }) => id !== deliveryId && containers.length > 0);
  const usual = new Set(last?.containers.map(({ type }) => type.id));
  const others = containerTypes.filter((type) => own.every(({ id }) => id !== type.id));
  return [...own, ...others.filter(({ id }) => usual.has(id)), ...others.filter(({ id }) => !usual.has(id))];
}
