import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { ProductCategoriesDocument, type ProductFactsFragment } from '../generated/operations.ts';
import { useData } from '../graphql/use-data.ts';
import { TextField } from '../kit/field.tsx';
import { kilograms, money } from '../kit/format.ts';
import { FieldRow } from '../kit/form.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { Suggestions } from '../kit/suggestions.tsx';
import { numberIn } from '../kit/text-in.ts';
import type { Labels } from '../kit/use-edit.tsx';
import { useSession } from '../session/session.tsx';
import { MASTER_DATA } from './master-data-fields.tsx';

/** The fields of a product; empty for a new one. */
export function ProductFields({ product }: { product?: ProductFactsFragment }) {
  const { currency } = useSession().account;
  const { data } = useData(ProductCategoriesDocument, {});
  const categories = new Set(data?.products.nodes.map(({ category }) => category).sort());
  const listId = useId();
  return (
    <>
      <TextField name="name" label="Name" defaultValue={product?.name} required />
      <TextField
        name="category"
        label="Category"
        list={listId}
        defaultValue={product?.category}
        hint="For example, bakery"
        required
      />
      <Suggestions id={listId} texts={[...categories]} />
      <FieldRow>
        <NumberField
          name="weight"
          label="Weight (kg)"
          decimals={3}
          min={0}
          required
          defaultValue={product?.weight}
        />
        <NumberField
          name="price"
          label={`Price (${currency})`}
          decimals={2}
          min={0}
          required
          defaultValue={product?.price}
        />
      </FieldRow>
      <MASTER_DATA.Inputs record={product} />
    </>
  );
}

/** Returns the values of {@link ProductFields}. */
export function productIn(values: FormData) {
  return {
    name: String(values.get('name')),
    category: String(values.get('category')),
    weight: numberIn(values, 'weight')!,
    price: numberIn(values, 'price')!,
    ...MASTER_DATA.valuesIn(values),
  };
}

export const PRODUCT_LABELS: Labels<ReturnType<typeof productIn>> = {
  name: 'Name',
  category: 'Category',
  weight: 'Weight (kg)',
  price: 'Price',
  ...MASTER_DATA.labels,
};

/** Returns the values of a product that a form edits. */
export function valuesOfProduct(product: ProductFactsFragment): ReturnType<typeof productIn> {
  const { name, category, weight, price } = product;
  return { name, category, weight, price, ...MASTER_DATA.valuesOf(product) };
}

/** Returns the fields as names and values. */
export function productFacts(product: ProductFactsFragment, currency: string): [string, ReactNode][] {
  const { price, weight, category } = product;
  return [
    ['Price', money(price, currency)],
    ['Weight', kilograms(weight)],
    [
      'Category',
      <Link key="category" href={`/products?category=${encodeURIComponent(category)}`}>
        {category}
      </Link>,
    ],
    ...MASTER_DATA.factsOf(product),
  ];
}
