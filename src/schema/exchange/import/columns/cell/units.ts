import type { UNIT } from '../../../../catalogue/product/fields.ts';
import { plainName } from '../header/plain-name.ts';

type Unit = (typeof UNIT)['values'][number];

/** The names of the units, in the languages of headers and in other systems, by {@link plainName}. */
const NAMES: Record<Unit, string> = {
  piece:
    'piece pieces pc pcs pce ea each unit units un nos no number item c62 h87 stk st stck stuck stueck einheit ' +
    'pieza piezas ud uds unidad unidades pza piece pieces pi u unite unites pezzo pezzi pz nr sztuka sztuki sztuk szt ' +
    'stuk stuks stks eenheid',
  case:
    'case cases cs xcs ktn karton kartons carton cartons ct ctn caja cajas cj colis cartone cartoni collo colli ' +
    'karton kartony kartonow kart doos dozen gebinde geb gb umkarton ve',
  pack:
    'pack packs pk xpk pak packung packungen pck paket pakete paquet paquets paquete paquetes pq confezione confezioni ' +
    'conf cf pacco pacchi opakowanie opakowania op opak paczka paczki verpakking package packages beutel bag',
  box: 'box boxes bx xbx bo schachtel schachteln boite boites scatola scatole pudelko pudelka',
  crate:
    'crate crates cr xcr kiste kisten steige steigen stiege caisse caisses cagette cassa casse cassetta cassette ' +
    'skrzynka skrzynki skrzynia krat kratten krata tray trays',
  kilogram:
    'kilogram kilograms kg kgs kgm kilo kilos kilogramm kilogrammes kilogramme kilogramo kilogramos chilo chili chilogrammo chilogrammi kilogramy kilogramow',
  litre: 'litre litres liter liters l lt ltr ltrs litro litros litri litr litry litrow',
};

const UNITS = new Map(
  Object.entries(NAMES).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit] as const)),
);

/** Returns the unit with a common name; undefined for other texts. */
export function unitName(text: string): string | undefined {
  const name = plainName(text);
  return name in NAMES ? name : UNITS.get(name);
}

const DAYS = new Set(
  'd day days tag tage tagen jour jours dia dias giorno giorni dzien dni dag dagen'.split(' '),
);

/** Returns whether a text is the unit of numbers of days. */
export function isDays(text: string): boolean {
  return DAYS.has(plainName(text));
}
