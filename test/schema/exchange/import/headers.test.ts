import { describe, expect, it } from 'vitest';
import { LISTS } from '../../../../src/export/lists.ts';
import { downloadOf } from '../../../../src/schema/exchange/import/columns/header/downloads.ts';
import type { ImportKind } from '../../../../src/schema/core/caller/import-kinds.ts';
import { columnKeys } from '../../../../src/schema/exchange/import/columns/column-keys.ts';
import { IMPORT_FIELDS } from '../../../../src/schema/exchange/import/columns/import-fields.ts';
import {
  assignedColumns,
  type MapOptions,
  mapColumns,
} from '../../../../src/schema/exchange/import/columns/map-columns.ts';
import { orderQuestion } from '../../../../src/schema/exchange/import/columns/order-question.ts';
import { letterOf } from '../../../../src/spreadsheet/cell.ts';

/** Returns the assigned columns, by field. */
function fieldsOf(kind: ImportKind, header: readonly string[], options?: MapOptions) {
  const mapped = mapColumns(kind, columnsOf(header), options);
  return Object.fromEntries(mapped.flatMap(({ column, field }) => (field === null ? [] : [[field, column]])));
}

function columnsOf(header: readonly string[]) {
  return header.map((column, at) => ({ column, letter: letterOf(at), samples: [] }));
}

/** Returns what is remembered of columns with these names. */
function rememberedOf(fields: Record<string, string[]>) {
  const keys = columnKeys(Object.keys(fields));
  return Object.fromEntries(Object.values(fields).map((own, at) => [keys[at]!, own]));
}

/** Returns the columns of an order's numbers, and what is asked about them. */
function ofOrder(header: string, map?: string) {
  const names = ['Lieferdatum', ...header.split(';')];
  const columns = mapColumns('deliveries', columnsOf(names), { map });
  const found = Object.fromEntries(columns.flatMap(({ column, field }) => (field ? [[field, column]] : [])));
  const [question] = orderQuestion('deliveries', columns, map);
  return { reference: found.reference, order_number: found.order_number, choices: question?.choices };
}

const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Gift Card,Variant Weight Unit,Cost per item,Status';
const WOOCOMMERCE =
  'ID|Type|SKU|GTIN, UPC, EAN, or ISBN|Name|Published|Is featured?|Visibility in catalog|Short description|Description|Date sale price starts|Tax status|Tax class|In stock?|Stock|Weight (kg)|Length (cm)|Width (cm)|Height (cm)|Purchase note|Sale price|Regular price|Categories|Tags|Images|Brands|Position';
const MAGENTO =
  'sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,description,short_description,weight,product_online,tax_class_name,visibility,price,special_price,url_key,meta_title,created_at,updated_at,qty,out_of_stock_qty';
const ERPNEXT =
  'ID,Item Code,Item Name,Item Group,Default Unit of Measure,Disabled,Maintain Stock,Standard Selling Rate,Description,Brand,Shelf Life In Days,Weight Per Unit,Weight UOM,Valuation Rate';
const ODOO =
  'External ID,Internal Reference,Name,Sales Price,Cost,Weight,Product Category,Barcode,Unit of Measure,Product Type,Quantity On Hand,Sales Description';
const DOLIBARR =
  'Id,Ref.,Label,Description,Status (Sell),Barcode,Weight,Weight unit,Unit price (excl.),Unit price (inc. tax),VAT rate,Minimum price,Date creation';
const LEXWARE =
  'Artikelnummer;Matchcode;Bezeichnung;Beschreibung;Einheit;Warengruppe;Gewicht;EAN-Code;VK-Preis netto;EK-Preis;Lagerbestand';
const SAP =
  'Material;Material Description;Material Group;Base Unit of Measure;EAN/UPC;Net Weight;Weight Unit;Standard price;Plant';

describe('the header of a product export of', () => {
  it.each<[string, string[], Record<string, string>]>([
    [
      'Shopify',
      SHOPIFY.split(','),
      {
        reference: 'Variant SKU',
        name: 'Title',
        weight: 'Variant Grams',
        weight_unit: 'Variant Weight Unit',
        price: 'Variant Price',
        category: 'Product Category',
        gtin: 'Variant Barcode',
        brand: 'Vendor',
      },
    ],
    [
      'WooCommerce',
      WOOCOMMERCE.split('|'),
      {
        reference: 'SKU',
        name: 'Name',
        weight: 'Weight (kg)',
        price: 'Regular price',
        category: 'Categories',
        gtin: 'GTIN, UPC, EAN, or ISBN',
        brand: 'Brands',
      },
    ],
    [
      'Magento',
      MAGENTO.split(','),
      { reference: 'sku', name: 'name', weight: 'weight', price: 'price', category: 'categories' },
    ],
    [
      'ERPNext',
      ERPNEXT.split(','),
      {
        reference: 'Item Code',
        name: 'Item Name',
        weight: 'Weight Per Unit',
        weight_unit: 'Weight UOM',
        price: 'Standard Selling Rate',
        category: 'Item Group',
        unit: 'Default Unit of Measure',
        brand: 'Brand',
        shelf_life_days: 'Shelf Life In Days',
      },
    ],
    [
      'Odoo',
      ODOO.split(','),
      {
        reference: 'Internal Reference',
        name: 'Name',
        weight: 'Weight',
        price: 'Sales Price',
        category: 'Product Category',
        gtin: 'Barcode',
        unit: 'Unit of Measure',
      },
    ],
    [
      'Dolibarr',
      DOLIBARR.split(','),
      {
        reference: 'Ref.',
        name: 'Label',
        weight: 'Weight',
        weight_unit: 'Weight unit',
        price: 'Unit price (excl.)',
        gtin: 'Barcode',
      },
    ],
    [
      'Lexware',
      LEXWARE.split(';'),
      {
        reference: 'Artikelnummer',
        name: 'Bezeichnung',
        weight: 'Gewicht',
        price: 'VK-Preis netto',
        category: 'Warengruppe',
        gtin: 'EAN-Code',
        unit: 'Einheit',
      },
    ],
    [
      'SAP',
      SAP.split(';'),
      {
        reference: 'Material',
        name: 'Material Description',
        weight: 'Net Weight',
        weight_unit: 'Weight Unit',
        price: 'Standard price',
        category: 'Material Group',
        gtin: 'EAN/UPC',
        unit: 'Base Unit of Measure',
      },
    ],
  ])('%s is known', (_system, header, expected) => {
    expect(fieldsOf('products', header)).toEqual(expected);
  });
});

describe('a header in', () => {
  const products = [
    'reference',
    'name',
    'weight',
    'price',
    'category',
    'gtin',
    'unit',
    'units_per_case',
    'brand',
    'packaging',
    'shelf_life_days',
  ];
  it.each([
    [
      'English',
      'Article No.;Description;Weight (kg);Price;Category;EAN;Unit;Units per case;Brand;Packaging;Shelf life (days)',
    ],
    [
      'German',
      'Artikel-Nr.;Bezeichnung;Gewicht in kg;Preis €;Warengruppe;EAN;Einheit;Stück pro Karton;Marke;Verpackung;Haltbarkeit (Tage)',
    ],
    [
      'French',
      'Référence;Désignation;Poids;Prix HT;Catégorie;Code EAN;Unité;Unités par colis;Marque;Conditionnement;Durée de conservation (jours)',
    ],
    [
      'Spanish',
      'Código;Descripción;Peso;Precio;Categoría;Código de barras;Unidad;Unidades por caja;Marca;Envase;Vida útil (días)',
    ],
    [
      'Italian',
      'Codice articolo;Descrizione;Peso netto;Prezzo;Categoria;Codice EAN;Unità di misura;Pezzi per cartone;Marca;Imballaggio;Durata (giorni)',
    ],
    [
      'Polish',
      'Indeks;Nazwa towaru;Waga;Cena netto;Grupa towarowa;Kod EAN;J.m.;Sztuk w kartonie;Marka;Opakowanie;Trwałość (dni)',
    ],
    [
      'Dutch',
      'Artikelnummer;Omschrijving;Gewicht;Prijs;Artikelgroep;EAN-code;Eenheid;Stuks per doos;Merk;Verpakking;Houdbaarheid (dagen)',
    ],
  ])('%s is known', (_language, header) => {
    const names = header.split(';');
    expect(fieldsOf('products', names)).toEqual(
      Object.fromEntries(products.map((field, at) => [field, names[at]])),
    );
  });

  it.each([
    [
      'German',
      'Lieferschein-Nr.;Bestellnummer;Lieferdatum;Kundennummer;Filialnummer;Artikelnummer;Menge;Bemerkung',
    ],
    ['French', 'N° BL;N° commande;Date de livraison;Code client;Magasin;Réf. article;Qté;Remarques'],
    [
      'Spanish',
      'Albarán;Número de pedido;Fecha de entrega;Código cliente;Tienda;Código artículo;Cantidad;Observaciones',
    ],
    [
      'Italian',
      'DDT;Numero ordine;Data consegna;Codice cliente;Punto vendita;Codice articolo;Quantità;Osservazioni',
    ],
    ['Polish', 'Numer WZ;Nr zamówienia;Data dostawy;Kod klienta;Sklep;Indeks;Ilość;Uwagi'],
    ['Dutch', 'Pakbonnummer;Ordernummer;Leverdatum;Klantnummer;Filiaal;Artikelcode;Aantal;Opmerkingen'],
  ])('%s is known in deliveries', (_language, header) => {
    const fields = [
      'reference',
      'order_number',
      'delivery_date',
      'supermarket',
      'branch',
      'product',
      'quantity',
      'notes',
    ];
    const names = header.split(';');
    expect(fieldsOf('deliveries', names)).toEqual(
      Object.fromEntries(fields.map((field, at) => [field, names[at]])),
    );
  });
});

describe("an order's number", () => {
  it.each<[header: string, reference?: string, orderNumber?: string]>([
    ['Auftragsnummer', 'Auftragsnummer'],
    ['Auftrags-Nr.;Bestellnummer Kunde', 'Auftrags-Nr.', 'Bestellnummer Kunde'],
    ['Kundenbestellnummer', undefined, 'Kundenbestellnummer'],
    ['Lieferschein-Nr.;Auftragsnummer;Bestellung', 'Lieferschein-Nr.', 'Bestellung'],
    ['Sales order no.;PO number', 'Sales order no.', 'PO number'],
    ['Our order number;Customer order number', 'Our order number', 'Customer order number'],
    ['N° commande de vente;N° commande client', 'N° commande de vente', 'N° commande client'],
    ['Pedido de venta;Número de pedido del cliente', 'Pedido de venta', 'Número de pedido del cliente'],
    ['Ordine di vendita;Numero ordine cliente', 'Ordine di vendita', 'Numero ordine cliente'],
    ['Nr zamówienia sprzedaży;Nr zamówienia klienta', 'Nr zamówienia sprzedaży', 'Nr zamówienia klienta'],
    ['Verkoopordernummer;Ordernummer klant', 'Verkoopordernummer', 'Ordernummer klant'],
    ['Auftragsdatum;Bestellmenge;Bestellschluss'],
    ['reference;Order no;order_number', 'reference', 'order_number'],
  ])('is known whose it is: %s', (header, reference, order_number) => {
    expect(ofOrder(header)).toEqual({ reference, order_number, choices: undefined });
  });

  it.each([
    'Auftragsnummer Kunde',
    'Kundenauftragsnummer',
    'Auftragsnummer (Kunde)',
    'Bestellnummer Lieferant',
    'Customer sales order no',
    'Our PO number',
    'Numéro de commande de vente client',
    'Número de orden de compra proveedor',
    'Numero ordine di vendita cliente',
    'Numer zamówienia sprzedaży klienta',
    'Verkoopordernummer klant',
  ])('is asked about where both are named: %s', (header) => {
    const both = ['[B]=reference', '[B]=order_number', '[B]='];
    expect(ofOrder(header)).toEqual({ reference: undefined, order_number: undefined, choices: both });
    for (const answer of both) expect(ofOrder(header, answer).choices).toBeUndefined();
    expect(ofOrder(header, '[B]=reference').reference).toBe(header);
    expect(ofOrder(`Lieferschein-Nr.;${header}`).choices).toEqual(['[C]=order_number', '[C]=']);
  });

  it('is asked about where two columns have it, until one is chosen', () => {
    const header = 'Lieferschein-Nr.;Bestellnummer;Bestellnummer Kunde';
    const choices = ['[C]=order_number', '[C]=', '[D]=order_number', '[D]='];
    expect(ofOrder(header)).toMatchObject({ order_number: undefined, choices });
    expect(ofOrder(header, '[D]=order_number')).toMatchObject({
      order_number: 'Bestellnummer Kunde',
      choices: undefined,
    });
    expect(ofOrder(header, '[C]=')).toMatchObject({
      order_number: 'Bestellnummer Kunde',
      choices: undefined,
    });
    expect(ofOrder('Auftragsnummer;Sales order').choices).toHaveLength(4);
    expect(ofOrder('Order No;PO number;GLN;EAN').choices).toHaveLength(4);
  });

  it('is no question of products', () => {
    const columns = mapColumns('products', columnsOf(['Artikelnummer', 'EAN', 'Auftragsnummer Kunde']));
    expect(orderQuestion('products', columns)).toEqual([]);
    expect(columns.map(({ field }) => field)).toEqual(['reference', 'gtin', null]);
  });
});

describe('the columns of a file', () => {
  it('never have our numbers by their names', () => {
    expect(fieldsOf('products', ['Number', 'SKU'])).toEqual({ reference: 'SKU' });
    expect(fieldsOf('deliveries', ['Product ID', 'supermarket_id', 'branch_id', 'EAN'])).toEqual({
      product: 'EAN',
    });
    expect(fieldsOf('products', ['number', 'product'], { isDownload: true })).toEqual({
      number: 'number',
      name: 'product',
    });
  });

  it('are known in every download, with all fields that can be imported', () => {
    for (const kind of ['products', 'supermarkets', 'deliveries', 'branches', 'returns'] as const) {
      expect(downloadOf(Object.keys(LISTS[kind]!.columns))).toBe(kind);
    }
    const names = Object.keys(LISTS.products!.columns);
    const { weight_unit: _w, price_currency: _c, price_units: _u, ...fields } = IMPORT_FIELDS.products;
    expect(Object.keys(fieldsOf('products', names, { isDownload: true })).toSorted()).toEqual(
      Object.keys(fields).toSorted(),
    );
    expect(downloadOf(['Number', 'Product', 'Category', 'Weight', 'Price'])).toBeUndefined();
  });

  it('of prices in another currency are not assigned', () => {
    expect(fieldsOf('products', ['SKU', 'Price (USD)'], { currency: 'EUR' })).toEqual({ reference: 'SKU' });
    expect(fieldsOf('products', ['SKU', 'Price (EUR)'], { currency: 'EUR' })).toMatchObject({
      price: 'Price (EUR)',
    });
  });

  it.each([
    [
      'price',
      [
        'Price (cents)',
        'Price/kg',
        'Price ($)',
        'Preis in Rappen',
        'Price (per 100)',
        'Price %',
        'Price (zł)',
      ],
    ],
    ['weight', ['Weight (ml)', 'Weight (%)', 'Gewicht (Liter)']],
    ['shelf_life_days', ['Shelf life (months)', 'Haltbarkeit (Wochen)', 'Shelf life (years)']],
  ])('of %s in another unit are not assigned', (field, headers) => {
    for (const header of headers)
      expect([header, fieldsOf('products', ['SKU', header], { currency: 'EUR' })]).toEqual([
        header,
        { reference: 'SKU' },
      ]);
    expect(fieldsOf('products', ['SKU', headers[0]!], { map: `${headers[0]}=${field}` })).toHaveProperty(
      field,
    );
  });

  it.each([
    ['price', ['Price (€)', 'Preis EUR', 'Price (excl. tax)']],
    ['weight', ['Weight (g)', 'weight_lbs', 'Waga (dag)', 'Gewicht [kg]']],
    ['shelf_life_days', ['Shelf life (days)', 'Haltbarkeit (Tage)']],
  ])('of %s in a known unit are assigned', (field, headers) => {
    for (const header of headers)
      expect([header, fieldsOf('products', ['SKU', header], { currency: 'EUR' })]).toEqual([
        header,
        { reference: 'SKU', [field]: header },
      ]);
  });

  it('of quantities in cases are not assigned', () => {
    expect(fieldsOf('deliveries', ['Menge (Karton)'])).toEqual({});
    expect(fieldsOf('deliveries', ['Menge (Stück)'])).toEqual({ quantity: 'Menge (Stück)' });
  });

  it('have the fields that they are given, by name or letter', () => {
    const map = 'Bezeichnung=name,Art, Nr=reference,price=,[D]=price';
    const header = ['Art, Nr', 'Bezeichnung', 'price', 'price', ''];
    expect(fieldsOf('products', header, { map })).toEqual({
      reference: 'Art, Nr',
      name: 'Bezeichnung',
      price: 'price',
    });
    expect(fieldsOf('products', header, { map: '[e]=brand' })).toMatchObject({ brand: '' });
  });

  it.each<[string, string, Record<string, string>]>([
    ['a,b,price', '', { brand: 'a', name: 'b', price: 'price' }],
    ['new,b,a', '', { brand: 'a', name: 'b' }],
    ['a,b', 'a=name', { name: 'a' }],
    // Our own names go before what was remembered, other names after it.
    ['price,Title,a', '', { price: 'price', packaging: 'Title', brand: 'a' }],
    ['a,brand', '', { brand: 'brand' }],
    ['Description', '', {}],
  ])('%s with the map %j have the fields that columns of their names had before', (header, map, expected) => {
    const remembered = rememberedOf({
      a: ['brand'],
      b: ['name'],
      price: ['weight'],
      Title: ['packaging'],
      Description: [],
    });
    const options = { remembered, ...(map !== '' && { map }) };
    expect(fieldsOf('products', header.split(','), options)).toEqual(expected);
  });

  it('can have two fields, and are remembered where a map says otherwise than their names', () => {
    const header = columnsOf(['Code', 'name', 'x', 'x', '']);
    const map = 'Code=reference,Code=branch_reference,name=name,x=,[D]=branch_phone,[E]=branch_gln';
    const mapped = mapColumns('supermarkets', header, { map });
    expect(mapped.map(({ letter, field }) => `${letter} ${field}`)).toEqual([
      'A reference',
      'A branch_reference',
      'B name',
      'C null',
      'D branch_phone',
      'E branch_gln',
    ]);
    const assigned = assignedColumns('supermarkets', header, { map });
    const keys = columnKeys(['Code', 'name', 'x', 'x']);
    const both = ['reference', 'branch_reference'];
    expect(keys.map((key) => assigned[key])).toEqual([both, null, null, ['branch_phone']]);
    expect(Object.keys(assigned)).toHaveLength(4);
    const again = mapColumns('supermarkets', header, { remembered: { [keys[0]!]: both } });
    expect(again.filter(({ remembered }) => remembered).map(({ field }) => field)).toEqual(both);
  });

  it.each([
    ['Preis=price', "names the column 'Preis', which the file does not have"],
    ['[Z]=price', "names the column '[Z]', which the file does not have"],
    ['a=colour', "names the unknown field 'colour'"],
    ['a=name,b=name', "gives the field 'name' two columns"],
    ['name', 'must have the form Column=field'],
  ])('cannot be mapped by %j', (map, expected) => {
    expect(() => fieldsOf('products', ['a', 'b'], { map })).toThrow(expected);
  });
});
