import { OutLink } from '../../base/kit/layout/out-link.tsx';

/** Shows an address, and leads to the map of the phone. */
export function AddressLink({ address }: { address: string }) {
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`;
  return (
    <span>
      {address} <OutLink href={map} label="Map" about={address} />
    </span>
  );
}

/** Calls a number. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}>{number}</a>;
}
