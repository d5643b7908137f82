import type { ReactNode } from 'react';
import type { ProductFactsFragment } from '../generated/operations.ts';
import { SelectField, TextField } from '../kit/field.tsx';
import { FieldRow } from '../kit/form.tsx';
import { NumberField } from '../kit/number-field.tsx';
import { numberIn, textIn } from '../kit/text-in.ts';
import type { Labels } from '../kit/use-edit.tsx';
import { type Unit, UNITS } from './units.ts';

const LOT_TRACKING: Record<ProductFactsFragment['lotTracking'], string> = {
  OPTIONAL: 'Optional',
  REQUIRED: 'Required before dispatch',
  NONE: 'None',
};

/** The optional fields of a product. */
export function MasterDataFields({ product }: { product?: ProductFactsFragment }) {
  const whole = { min: 1, isOptional: true } as const;
  return (
    <>
      <FieldRow>
        <TextField
          name="reference"
          label="Your number"
          defaultValue={product?.reference ?? ''}
          hint="Unique among your products"
          isOptional
        />
        <TextField
          name="gtin"
          label="GTIN"
          inputMode="numeric"
          defaultValue={product?.gtin ?? ''}
          isOptional
        />
      </FieldRow>
      <FieldRow>
        <SelectField name="unit" label="Unit" defaultValue={product?.unit ?? 'PIECE'}>
          {Object.entries(UNITS).map(([unit, label]) => (
            <option key={unit} value={unit}>
              {label}
            </option>
          ))}
        </SelectField>
        <NumberField
          {...whole}
          name="shelfLifeDays"
          label="Shelf life (days)"
          defaultValue={product?.shelfLifeDays}
        />
      </FieldRow>
      <FieldRow>
        <NumberField
          {...whole}
          name="unitsPerCase"
          label="Units per case"
          defaultValue={product?.unitsPerCase}
        />
        <TextField
          name="caseGtin"
          label="GTIN of a case"
          inputMode="numeric"
          defaultValue={product?.caseGtin ?? ''}
          isOptional
        />
      </FieldRow>
      <FieldRow>
        <TextField name="brand" label="Brand" defaultValue={product?.brand ?? ''} isOptional />
        <TextField name="packaging" label="Packaging" defaultValue={product?.packaging ?? ''} isOptional />
      </FieldRow>
      <FieldRow>
        <SelectField name="lotTracking" label="Lots" defaultValue={product?.lotTracking ?? 'OPTIONAL'}>
          {Object.entries(LOT_TRACKING).map(([tracking, label]) => (
            <option key={tracking} value={tracking}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          name="lotSource"
          label="Lots assigned by"
          defaultValue={product?.lotSource ?? ''}
          hint="Name and address, if not you"
          isOptional
        />
      </FieldRow>
    </>
  );
}

/** Returns the values of {@link MasterDataFields}. */
export function masterDataIn(values: FormData) {
  return {
    reference: textIn(values, 'reference'),
    gtin: textIn(values, 'gtin'),
    unit: String(values.get('unit')) as Unit,
    unitsPerCase: numberIn(values, 'unitsPerCase'),
    caseGtin: textIn(values, 'caseGtin'),
    brand: textIn(values, 'brand'),
    packaging: textIn(values, 'packaging'),
    shelfLifeDays: numberIn(values, 'shelfLifeDays'),
    lotTracking: String(values.get('lotTracking')) as ProductFactsFragment['lotTracking'],
    lotSource: textIn(values, 'lotSource'),
  };
}

export const MASTER_DATA_LABELS: Labels<ReturnType<typeof masterDataIn>> = {
  reference: 'Your number',
  gtin: 'GTIN',
  unit: ['Unit', (unit) => UNITS[unit]],
  unitsPerCase: 'Units per case',
  caseGtin: 'GTIN of a case',
  brand: 'Brand',
  packaging: 'Packaging',
  shelfLifeDays: 'Shelf life (days)',
  lotTracking: ['Lots', (tracking) => LOT_TRACKING[tracking]],
  lotSource: 'Lots assigned by',
};

/** Returns the optional fields of a product. */
export function masterDataOf(product: ProductFactsFragment): ReturnType<typeof masterDataIn> {
  const { reference, gtin, unit, unitsPerCase, caseGtin, brand, packaging } = product;
  const { shelfLifeDays, lotTracking, lotSource } = product;
  return {
    reference,
    gtin,
    unit,
    unitsPerCase,
    caseGtin,
    brand,
    packaging,
    shelfLifeDays,
    lotTracking,
    lotSource,
  };
}

/** Returns the fields that are set, as names and values. */
export function masterDataFacts(product: ProductFactsFragment): [string, ReactNode][] {
  const {
    reference,
    gtin,
    unit,
    unitsPerCase,
    caseGtin,
    brand,
    packaging,
    shelfLifeDays,
    lotTracking,
    lotSource,
  } = product;
  const facts: [string, ReactNode][] = [
    ['Your number', reference],
    ['GTIN', gtin],
    ['Unit', UNITS[unit]],
    ['Units per case', unitsPerCase],
    ['GTIN of a case', caseGtin],
    ['Brand', brand],
    ['Packaging', packaging],
    ['Shelf life', shelfLifeDays && `${shelfLifeDays} ${shelfLifeDays === 1 ? 'day' : 'days'}`],
    ['Lots', LOT_TRACKING[lotTracking]],
    ['Lots assigned by', lotSource],
  ];
  return facts.filter(([, value]) => value !== null);
}
