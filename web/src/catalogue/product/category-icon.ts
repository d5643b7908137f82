import {
  Apple,
  Beef,
  Carrot,
  Croissant,
  CupSoda,
  Egg,
  Fish,
  IceCreamCone,
  type LucideIcon,
  Milk,
  Package,
  Wheat,
  Wine,
} from 'lucide-react';

/** Words in the names of categories, in the languages of the holidays that the service knows. */
const ICONS: [words: RegExp, icon: LucideIcon][] = [
  [/bak|bread|brot|back|pain|boulang|pan\b|panad|pasticc|pastr|roll|cake|kuchen/, Croissant],
  [/dairy|milk|milch|lait|latt|l[aá]cte|cheese|k[aä]se|fromage|formagg|queso|butter|yog/, Milk],
  [/egg|\beier|œuf|oeuf|uov|huev/, Egg],
  [/fish|fisch|poisson|pesc|seafood|meeres/, Fish],
  [/meat|fleisch|viande|carn|sausage|wurst|charcut|salum|poultry|gefl[uü]gel/, Beef],
  [/fruit|obst|frutt|fruta|apple|berr/, Apple],
  [/vegetable|gem[uü]se|l[eé]gume|verdur|produce|salad|tomat/, Carrot],
  [/frozen|tiefk|surgel|congel|\bice|\beis\b/, IceCreamCone],
  [/wine|wein|\bvin\b|\bvino|spirit|beer|bier/, Wine],
  [/drink|getr[aä]nk|boisson|bevand|bebida|juice|saft|beverage/, CupSoda],
  [/grain|flour|mehl|cereal|pasta|rice|reis|farin/, Wheat],
];

/** Returns an icon for a category, by the words in its name. */
export function iconOf(category: string): LucideIcon {
  const name = category.toLowerCase();
  return ICONS.find(([words]) => words.test(name))?.[1] ?? Package;
}
