/** The products of the demo account. */
export const CATALOGUE = [
  ['Sourdough Bread', 0.75, 3.49, 'bakery', 'BR-750', '4012345100013', 5],
  ['Whole Milk 1 l', 1.03, 1.29, 'dairy', 'MI-1000', '4012345100020', 9],
  ['Vine Tomatoes 500 g', 0.5, 2.19, 'produce', 'TO-500', '4012345100037', 7],
  ['Free-range Eggs, 10', 0.63, 3.29, 'dairy', 'EG-10', '4012345100044', 21],
  ['Butter 250 g', 0.25, 2.79, 'dairy', 'BU-250', '4012345100051', 40],
  ['Spelt Rolls, 6', 0.42, 2.4, 'bakery', 'RO-6', '4012345100068', 4],
  ['Baby Spinach 200 g', 0.2, 1.99, 'produce', 'SP-200', '4012345100075', 6],
  ['Mountain Cheese 300 g', 0.3, 4.99, 'dairy', 'CH-300', '4012345100082', 60],
] as const;

type Branches = readonly (readonly [name: string, address: string, window: string, gln: string | null])[];

const CHAINS = [
  ['Harvest & Home', 'buying@harvest.example', 'HARVEST', 0, 14],
  ['Northside Grocers', 'orders@northside.example', 'NORTH', 6, 12],
  ['Daily Basket', 'goods-in@basket.example', 'BASKET', 12, 8],
] as const;

const TOWNS = [
  'Ashford',
  'Ballinteer',
  'Clonsilla',
  'Drumcondra',
  'Enfield',
  'Finglas',
  'Glasnevin',
  'Howth',
  'Inchicore',
  'Kilmainham',
  'Lucan',
  'Malahide',
  'Naas',
  'Portmarnock',
  'Raheny',
  'Skerries',
  'Swords',
  'Tallaght',
  'Terenure',
  'Wicklow',
];
const STREETS = ['Main Street', 'Church Road', 'Station Road', 'Mill Street', 'Bridge Street'];
const CHAIN_WINDOWS = ['05:00-07:30', '06:00-09:00', '06:30-10:00', '07:00-11:00', '09:00-13:00'];

const LOCAL_SUPERMARKETS = [
  [
    'Greenleaf Markets',
    'buying@greenleaf.example',
    'GREEN',
    [
      ['Greenleaf Central', '1 Market Square', '06:00-10:00', '4012345000016'],
      ['Greenleaf Harbour', '22 Quay Street', '07:30-11:30', '4012345000023'],
    ],
  ],
  [
    'Corner & Co',
    'orders@corner.example',
    'CORNER',
    [
      ['Mill Lane', '8 Mill Lane', '05:30-08:00', '4012345000030'],
      ['Station', '3 Station Road', '06:00-09:00', '4012345000047'],
      ['Old Town', '17 Bridge Street', '07:00-12:00', '4012345000054'],
    ],
  ],
  [
    'Fairfield Foods',
    'goods-in@fairfield.example',
    'FAIR',
    [['Fairfield', '140 Ring Road', '04:00-14:00', '4012345000061']],
  ],
] as const;

/** The supermarkets of the demo account, the chains last. */
export const SUPERMARKETS = [...LOCAL_SUPERMARKETS, ...CHAINS.map(withBranches)];

/** Gives a chain a branch in each of its towns, so that a day has as many deliveries as in practice. */
function withBranches([name, email, reference, first, count]: (typeof CHAINS)[number]) {
  const branches: Branches = TOWNS.slice(first, first + count).map((town, index) => [
    `${name} ${town}`,
    `${3 * index + 2} ${STREETS[index % STREETS.length]!}, ${town}`,
    CHAIN_WINDOWS[index % CHAIN_WINDOWS.length]!,
    null,
  ]);
  return [name, email, reference, branches] as const;
}
