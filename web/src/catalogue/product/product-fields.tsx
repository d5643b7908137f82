import { useId } from 'react';
import { Link } from 'wouter';
import { PRODUCT_FORM } from '../../generated/forms.ts';
import { ProductCategoriesDocument, type ProductFormFragment } from '../../generated/operations.ts';
import { useData } from '../../base/graphql/use-data.ts';
import { TextField } from '../../base/kit/form/field.tsx';
import { kilograms } from '../../base/kit/words/format.ts';
import { nounForm, type OwnInputProps } from '../../base/kit/form/noun-form.tsx';
import { plural } from '../../base/kit/words/plural.ts';
import { Suggestions } from '../../base/kit/form/suggestions.tsx';

/** The form of a product. A field needs words here only if its name is not enough. */
export const PRODUCT = nounForm<ProductFormFragment>(PRODUCT_FORM, {
  name: { fact: null },
  weight: { fact: ['Weight', kilograms] },
  category: { Input: CategoryField, fact: ['Category', categoryLink] },
  shelfLifeDays: {
    label: 'Shelf life (days)',
    fact: ['Shelf life', (days: number) => plural(days, 'day')],
  },
  lotTracking: { label: 'Lots', choices: { REQUIRED: 'Required before dispatch' } },
  lotSource: { label: 'Lots assigned by' },
});

function CategoryField(props: OwnInputProps) {
  const { data } = useData(ProductCategoriesDocument, {});
  const categories = new Set(data?.products.nodes.map(({ category }) => category).sort());
  const listId = useId();
  return (
    <>
      <TextField {...props} list={listId} />
      <Suggestions id={listId} texts={[...categories]} />
    </>
  );
}

function categoryLink(category: string) {
  return (
    <Link key="category" href={`/products?category=${encodeURIComponent(category)}`}>
      {category}
    </Link>
  );
}
