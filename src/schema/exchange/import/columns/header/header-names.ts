import type { ImportKind } from '../../../../core/caller/import-kinds.ts';
import { plainName } from './plain-name.ts';

/**
 * The names of columns in English, German, French, Spanish, Italian, Polish and Dutch, and in the exports of
 * other systems. Of several columns that fit a field, the column whose name is first here has it.
 */

const ARTICLE_NUMBER = words(`
  reference, ref, product reference, sku, variant sku, article number, article no, article code, item number, item no,
  item code, item id, product number, product no, product code, part number, part no, stock code, default code,
  internal reference, material number, material no, material, matnr, supplier sku, supplier article number, our reference,
  Artikelnummer, Artikel-Nr., Art.-Nr., Artikelcode, Materialnummer, Material-Nr., Sachnummer, Produktnummer, Produkt-Nr.,
  Referenz, référence, référence article, référence produit, réf. article, réf. produit, code article, code produit,
  numéro article, numéro d'article, n° article, referencia, código, código artículo, código de artículo, código producto,
  código de producto, cód. artículo, cód. producto, número de artículo, riferimento, codice, codice articolo,
  codice prodotto, cod. articolo, cod. art., indeks, indeks towaru, kod produktu, kod towaru, kod, symbol, symbol towaru,
  numer artykułu, nr artykułu, numer produktu, artikelnummer, artikelcode, productcode, productnummer, referentie, code,
  article, item`);

const PRODUCT_NAME = words(`
  name, product name, product title, product, title, item name, article name, label, item description,
  material description, short description of product, maktx, Bezeichnung, Artikelbezeichnung, Artikelname, Produktname,
  Produktbezeichnung, Artikeltext, Kurztext, Materialkurztext, Kurzbezeichnung, Bezeichnung 1, Titel, Artikel, Produkt,
  nom, nom du produit, nom produit, nom article, nom de l'article, désignation, libellé, intitulé, produit,
  nombre, nombre del producto, nombre producto, nombre del artículo, denominación, artículo, producto, nome, nome prodotto,
  nome articolo, denominazione, descrizione articolo, prodotto, articolo, nazwa, nazwa produktu, nazwa towaru,
  nazwa artykułu, produkt, towar, naam, productnaam, artikelnaam, artikelomschrijving, benaming, omschrijving,
  description, Beschreibung, descripción, descrizione, opis`);

const GTIN = words(`
  gtin, ean, gtin/ean, ean/gtin, gtin-13, ean-13, ean13, ean code, ean number, ean/upc, upc, barcode, bar code, barcodes,
  variant barcode, gtin upc ean or isbn, barcode value, ean11, unit gtin, EAN-Nummer, EAN-Nr., Strichcode, GTIN-Nummer,
  code-barres, code barre, code EAN, gencod, gencode, código de barras, código EAN, codice a barre, codice EAN,
  kod kreskowy, kod EAN, kod paskowy, streepjescode, EAN-code`);

const QUANTITY = words(`
  quantity, qty, product quantity, ordered quantity, order quantity, order qty, qty ordered, quantity ordered, pieces,
  Menge, Anzahl, Stückzahl, Bestellmenge, Liefermenge, Auftragsmenge, quantité, qté, quantité commandée, cantidad, cant.,
  cantidad pedida, unidades, quantità, q.tà, qta, quantità ordinata, pezzi, ilość, ilość zamówiona, liczba, aantal,
  hoeveelheid, besteld aantal`);

const UNIT = words(`
  unit, unit of measure, uom, base unit of measure, base unit, default unit of measure, stock uom, sales unit, uom id,
  units of measure, uom_id/name, meins, bun, Einheit, Mengeneinheit, ME, Basismengeneinheit, Verkaufseinheit, unité, unité de mesure,
  unité de vente, unidad, unidad de medida, unità, unità di misura, UM, jednostka, jednostka miary, j.m., jm, eenheid,
  verkoopeenheid`);

const LINE_UNIT = [
  ...words(
    'quantity unit, order unit, unit of quantity, Bestelleinheit, BME, VRKME, unité de quantité, unidad de pedido',
  ),
  ...UNIT,
];

const CUSTOMER_NUMBER = words(`
  supermarket reference, customer number, customer no, customer code, customer reference, sold-to party, sold to,
  Kundennummer, Kunden-Nr., Debitor, Debitorennummer, Debitoren-Nr., code client, numéro client, n° client,
  référence client, código cliente, código de cliente, número de cliente, codice cliente, numero cliente, kod klienta,
  numer klienta, nr klienta, klantnummer, klantcode, debiteurnummer`);

const CUSTOMER_NAME = words(`
  supermarket name, supermarket, customer, customer name, company, company name, retailer, client, Kunde, Kundenname,
  Firma, Firmenname, nom du client, nom client, raison sociale, société, enseigne, supermarché, cliente,
  nombre del cliente, nombre cliente, razón social, empresa, supermercado, nome cliente, ragione sociale, azienda,
  supermercato, klient, nazwa klienta, kontrahent, klant, klantnaam, bedrijf, bedrijfsnaam, supermarkt`);

const BRANCH_NUMBER = words(`
  branch reference, branch number, branch no, branch code, store number, store no, store code, shop number, location code,
  ship-to number, ship-to party, subchain reference, Filialnummer, Filial-Nr., Marktnummer, Markt-Nr., code magasin,
  numéro magasin, n° magasin, code point de vente, código tienda, código de tienda, número de tienda, codice negozio,
  codice punto vendita, codice filiale, numer sklepu, nr sklepu, kod sklepu, filiaalnummer, winkelnummer`);

const BRANCH_NAME = words(`
  branch name, branch, store name, store, shop, shop name, location, ship-to name, ship to, deliver to, subchain,
  subchain name, Filiale, Filialname, Markt, Marktname, magasin, nom du magasin, nom magasin, point de vente, tienda,
  nombre de la tienda, nombre tienda, sucursal, negozio, nome negozio, punto vendita, filiale, sklep, nazwa sklepu,
  oddział, filiaal, filiaalnaam, winkel, winkelnaam, vestiging`);

const GLN = words(`
  gln, branch gln, store gln, ship-to gln, gln number, GLN-Nummer, ILN, code GLN, código GLN, codice GLN, numer GLN,
  kod GLN, GLN-code`);

type Names = Readonly<Record<string, readonly string[]>>;

const PRODUCTS: Names = {
  reference: ARTICLE_NUMBER,
  name: PRODUCT_NAME,
  weight: words(`
    weight, net weight, ntgew, unit weight, weight per unit, product weight, item weight, variant grams, Gewicht, Nettogewicht,
    Netto-Gewicht, Artikelgewicht, Stückgewicht, poids, poids net, poids unitaire, peso, peso neto, peso netto,
    peso unitario, waga, waga netto, masa, masa netto, gross weight, shipping weight, Bruttogewicht, poids brut,
    peso bruto, peso lordo, waga brutto, brutogewicht`),
  weight_unit: words(`
    weight unit, weight uom, unit of weight, weight uom name, variant weight unit, Gewichtseinheit, unité de poids,
    unidad de peso, unità di peso, jednostka wagi, gewichtseenheid, gewei`),
  price_currency: words(`
    currency, currency code, price currency, Währung, Währungscode, Whg., devise, code devise, moneda, divisa, valuta,
    waluta, munteenheid, waers, konwa, currency_id, currency_id/name`),
  price_units: words(`
    price unit, price quantity, price per, per, pricing unit, Preiseinheit, Preis pro, Preis je, pro, PE, peinh, kpein,
    unité de prix, unidad de precio, unità di prezzo, jednostka ceny, prijseenheid`),
  price: words(`
    price, unit price, sales price, selling price, list price, regular price, net price, variant price, base price,
    standard selling rate, standard price, list_price, lst_price, kbetr, unit price (excl.), unit price (net), unit price excl. tax, price excl. tax,
    selling price (excl. tax), Preis, Verkaufspreis, VK-Preis, VK, VK netto, VK-Preis netto, Verkaufspreis netto,
    Nettopreis, Netto-VK, Listenpreis, Einzelpreis, Stückpreis, Preis netto, prix, prix unitaire, prix de vente, prix HT,
    prix de vente HT, prix unitaire HT, prix U.HT, PU HT, tarif, precio, precio de venta, precio venta, precio unitario,
    PVP, tarifa, prezzo, prezzo di vendita, prezzo vendita, prezzo unitario, prezzo di listino, listino, cena, cena netto,
    cena sprzedaży, cena sprzedaży netto, cena jednostkowa, prijs, verkoopprijs, eenheidsprijs, stuksprijs, nettoprijs,
    prijs excl. btw`),
  category: words(`
    category, categories, product category, product category/complete name, product categories, categ_id, categ_id/name, categ_id/complete_name, matkl, item group, item category,
    product group, material group, matl group, commodity group, merchandise category, Warengruppe, Artikelgruppe,
    Kategorie, Produktgruppe, Produktkategorie, catégorie, catégories, catégorie de produit, famille, famille d'article,
    famille article, rayon, categoría, categorías, categoría de producto, familia, sección, categoria,
    categoria prodotto, gruppo merceologico, famiglia, reparto, kategoria, kategoria produktu, grupa towarowa, grupa,
    categorie, productgroep, artikelgroep, productcategorie, Gruppe, groupe, grupo, gruppo, groep, department, group,
    product type, type`),
  gtin: GTIN,
  unit: UNIT,
  units_per_case: words(`
    units per case, pieces per case, quantity per case, qty per case, case size, case quantity, pack size,
    units per carton, case pack, Stück pro Karton, Stück je Karton, Stück/Karton, VPE, Verpackungseinheit, Kartoninhalt,
    Inhalt pro Karton, unités par colis, unités par carton, quantité par carton, colisage, PCB, unidades por caja,
    uds/caja, unidades/caja, cantidad por caja, pezzi per cartone, pezzi per collo, pezzi per confezione,
    sztuk w kartonie, ilość w kartonie, sztuk w opakowaniu zbiorczym, stuks per doos, aantal per doos, stuks per krat`),
  case_gtin: words(`
    case gtin, case ean, case barcode, carton ean, carton gtin, outer gtin, outer barcode, dun-14, dun14, itf-14,
    EAN Karton, Karton-EAN, GTIN Karton, Karton-GTIN, EAN VPE, EAN carton, GTIN carton, EAN colis, EAN caja, GTIN caja,
    EAN cartone, GTIN cartone, EAN kartonu, GTIN kartonu, EAN doos, GTIN doos`),
  brand: words(`
    brand, brands, brand name, Marke, marque, marca, marchio, marka, merk, vendor, manufacturer, Hersteller, fabricant,
    fabricante, produttore, producent, fabrikant`),
  packaging: words(`
    packaging, packaging type, pack type, Verpackung, Verpackungsart, Gebindeart, emballage, conditionnement, embalaje,
    envase, imballaggio, confezione, opakowanie, rodzaj opakowania, verpakking, verpakkingssoort`),
  shelf_life_days: words(`
    shelf life days, shelf life (days), shelf life in days, shelf life, total shelf life, Haltbarkeit,
    Haltbarkeit (Tage), Haltbarkeit in Tagen, Haltbarkeit Tage, MHD Tage, MHD in Tagen, Gesamthaltbarkeit,
    durée de conservation, durée de conservation (jours), DLC (jours), DDM (jours), vida útil, vida útil (días),
    días de vida útil, caducidad (días), durata (giorni), shelf life (giorni), scadenza (giorni), vita utile (giorni),
    trwałość (dni), termin przydatności (dni), okres przydatności (dni), houdbaarheid, houdbaarheid (dagen),
    houdbaarheid in dagen, THT (dagen)`),
};

const SUPERMARKETS: Names = {
  reference: [
    ...words('reference, ref, Referenz, référence, referencia, riferimento, referentie'),
    ...CUSTOMER_NUMBER,
  ],
  name: [...words('name, nom, nombre, nome, nazwa, naam'), ...CUSTOMER_NAME],
  contact_email: words(`
    contact email, email, e-mail, email address, mail, contact e-mail, Kontakt-E-Mail, E-Mail-Adresse, Mailadresse,
    courriel, adresse e-mail, adresse mail, adresse électronique, correo, correo electrónico, email de contacto,
    indirizzo email, posta elettronica, adres e-mail, poczta e-mail, e-mailadres`),
  cut_off_days_before: words(`
    cut off days before, cut-off days before, cut-off (days before), cut-off days, order days before,
    Bestellschluss Tage vorher, Bestellschluss (Tage vorher), Bestellschluss Tage, Bestellschluss (Tage), Bestellvorlauf,
    Bestellvorlauf (Tage), délai de commande (jours), commande jours avant, jours avant livraison,
    días de antelación, antelación (días), giorni di anticipo, anticipo (giorni), dni przed dostawą,
    wyprzedzenie (dni), bestellen dagen vooraf, dagen vooraf`),
  cut_off_time: words(`
    cut off time, cut-off time, cut-off, cutoff, cutoff time, order cut-off, order deadline, order by, Bestellschluss,
    Bestellschluss Uhrzeit, Bestellschlusszeit, Bestellannahmeschluss, heure limite, heure limite de commande, hora límite,
    hora límite de pedido, hora de corte, orario limite, orario limite ordini, ora limite, godzina graniczna,
    zamówienia do godziny, uiterste besteltijd, besteltijd`),
  branch_reference: BRANCH_NUMBER,
  branch_name: BRANCH_NAME,
  branch_address: words(`
    branch address, address, delivery address, shipping address, store address, ship-to address, Adresse, Anschrift,
    Lieferadresse, Lieferanschrift, adresse de livraison, adresse du magasin, dirección, dirección de entrega, domicilio,
    indirizzo, indirizzo di consegna, adres, adres dostawy, adres sklepu, afleveradres, leveradres`),
  branch_delivery_window: words(`
    branch delivery window, delivery window, delivery time, delivery times, time window, receiving hours, Lieferfenster,
    Lieferzeit, Lieferzeitfenster, Anlieferzeit, Warenannahme, créneau de livraison, créneau, horaires de livraison,
    heures de livraison, ventana de entrega, horario de entrega, finestra di consegna, fascia oraria,
    orario di consegna, okno dostawy, godziny dostaw, godziny dostawy, leveringsvenster, levertijd, losvenster,
    bezorgvenster`),
  branch_gln: GLN,
  branch_phone: words(`
    branch phone, phone, phone number, telephone, tel, tel., Telefon, Telefonnummer, téléphone, numéro de téléphone,
    teléfono, telefono, numer telefonu, telefoon, telefoonnummer`),
  branch_country: words(`
    branch country, country, country code, Land, Länderkürzel, Ländercode, pays, code pays, país, código de país, paese,
    nazione, kraj, kod kraju, landcode`),
};

const DELIVERIES: Names = {
  reference: words(`
    reference, ref, delivery reference, delivery number, delivery no, delivery note, delivery note number,
    delivery note no, shipment number, Referenz, Lieferscheinnummer, Lieferschein-Nr., Lieferschein, Lieferungsnummer,
    Lieferung, Lieferungs-Nr., référence, bon de livraison, numéro de bon de livraison, n° BL, numéro de livraison,
    référence de livraison, referencia, albarán, número de albarán, n.º albarán, riferimento, numero DDT, DDT, bolla,
    numero di consegna, numer WZ, nr WZ, numer dostawy, nr dostawy, referentie, pakbon, pakbonnummer, leveringsnummer,
    leveringsnr`),
  order_number: words(`
    order number, order no, order id, order, po number, po no, purchase order, purchase order number, customer order,
    customer order number, Bestellnummer, Bestell-Nr., Bestellung, numéro de commande,
    n° commande, n° de commande, commande, número de pedido, n.º pedido, pedido, numero ordine, numero d'ordine, ordine,
    numer zamówienia, nr zamówienia, zamówienie, bestelnummer, ordernummer, inkoopordernummer`),
  delivery_date: words(`
    delivery date, date of delivery, requested delivery date, ship date, Lieferdatum, Liefertermin, Liefertag,
    date de livraison, date livraison, fecha de entrega, fecha entrega, data di consegna, data consegna, data dostawy,
    termin dostawy, leverdatum, leveringsdatum, bezorgdatum, date, Datum, fecha, data`),
  supermarket: [...words('supermarket'), ...CUSTOMER_NUMBER, ...CUSTOMER_NAME],
  branch: [...words('branch'), ...BRANCH_NUMBER, ...GLN, ...BRANCH_NAME],
  product: [
    ...words('product'),
    ...ARTICLE_NUMBER.filter((name) => !['reference', 'ref'].includes(name)),
    ...GTIN,
    ...PRODUCT_NAME.filter((name) => name !== 'name'),
  ],
  quantity: QUANTITY,
  unit: LINE_UNIT,
  carrier: words(
    'carrier, haulier, Spediteur, Spedition, Frachtführer, transporteur, transportista, vettore, corriere, przewoźnik, vervoerder',
  ),
  notes: words(`
    notes, note, remarks, remark, comment, comments, Bemerkung, Bemerkungen, Notiz, Hinweis, remarque, remarques,
    commentaire, notas, observaciones, osservazioni, uwagi, opmerking, opmerkingen`),
};

const STANDING_ORDERS: Names = {
  reference: words(`
    reference, ref, standing order, standing order number, standing order no, standing order reference, standing order id,
    recurring order, repeat order, subscription, subscription id, subscription number, Referenz, Dauerauftrag,
    Dauerauftragsnummer, Dauerauftrags-Nr., Daueraufträge, Dauerbestellung, Abo, Abo-Nr., Abonummer, Abonnement, référence,
    commande permanente, commande récurrente, n° commande permanente, abonnement, numéro d'abonnement, referencia,
    pedido recurrente, pedido permanente, pedido fijo, suscripción, riferimento, ordine ricorrente, ordine permanente,
    ordine continuativo, abbonamento, stałe zamówienie, zamówienie stałe, nr stałego zamówienia,
    numer stałego zamówienia, zlecenie stałe, referentie, vaste bestelling, vaste order, doorlopende bestelling,
    doorlopende order`),
  order_number: DELIVERIES.order_number!,
  supermarket: DELIVERIES.supermarket!,
  branch: DELIVERIES.branch!,
  product: DELIVERIES.product!,
  quantity: QUANTITY,
  unit: LINE_UNIT,
  weekdays: words(`
    weekdays, weekday, day of week, days of week, day of the week, days of the week, delivery day, delivery days, days, day,
    Wochentag, Wochentage, Liefertag, Liefertage, Tage, Tag, jour de la semaine, jours de la semaine, jour de livraison,
    jours de livraison, jours, jour, día de la semana, días de la semana, día de entrega,
    días de entrega, días, día, giorno della settimana, giorni della settimana, giorno di consegna, giorni di consegna,
    giorni, giorno, dzień tygodnia, dni tygodnia, dzień dostawy, dni dostawy, dni, dzień, weekdag, weekdagen,
    dag van de week, leverdag, leverdagen, bezorgdag, bezorgdagen, dagen, dag`),
  every_weeks: words(`
    every weeks, every n weeks, every x weeks, weeks, interval, interval weeks, week interval, repeat every,
    repeat every weeks, frequency, alle Wochen, alle n Wochen, alle x Wochen, Wochen, Intervall, Wochenintervall,
    Intervall Wochen, Rhythmus, Turnus, toutes les semaines, toutes les n semaines, semaines, intervalle,
    intervalle semaines, fréquence, cada semanas, cada n semanas, semanas, intervalo, frecuencia, ogni settimane,
    ogni n settimane, settimane, intervallo, frequenza, co ile tygodni, co n tygodni, tygodnie, odstęp, częstotliwość,
    om de weken, elke n weken, weken, frequentie`),
  starts_on: words(`
    starts on, start, start date, starts, from, valid from, begin, begins on, first day, first delivery, since, Beginn,
    Startdatum, Start, ab, gültig ab, von, erster Tag, erste Lieferung, début, date de début, à partir du, du,
    valable du, première livraison, inicio, fecha de inicio, desde, válido desde, primera entrega, inizio, data inizio,
    data di inizio, dal, valido dal, prima consegna, początek, data początku, data rozpoczęcia, od, ważne od,
    pierwsza dostawa, begindatum, startdatum, vanaf, geldig vanaf, eerste levering`),
  ends_on: words(`
    ends on, end, end date, ends, until, valid until, valid to, to, last day, last delivery, Ende, Enddatum, bis,
    gültig bis, letzter Tag, letzte Lieferung, fin, date de fin, jusqu'au, au, valable jusqu'au, dernière livraison,
    fecha de fin, fecha fin, hasta, válido hasta, última entrega, fine, data fine, data di fine, al, valido fino al,
    ultima consegna, koniec, data końca, data zakończenia, do, ważne do, ostatnia dostawa, einde, einddatum, tot,
    tot en met, geldig tot, laatste levering`),
  lead_days: words(`
    lead days, lead time, lead time days, days ahead, days before, Vorlauf, Vorlaufzeit, Vorlauftage, Vorlauf Tage,
    Tage vorher, délai, jours avant, délai en jours, antelación, días de antelación, plazo, anticipo, giorni di anticipo,
    giorni prima, wyprzedzenie, dni wyprzedzenia, dni wcześniej, doorlooptijd, dagen vooraf, dagen van tevoren`),
  shift: words(`
    shift, closed days, on closed days, on holidays, holiday rule, holidays, bei Feiertag, an Feiertagen, Feiertag,
    Feiertagsregel, Feiertagsregelung, jours fériés, jour férié, festivos, en festivo, festivi, festività, święta,
    dni wolne, feestdagen, feestdag`),
};

/** The names of columns by kind and field, by {@link plainName}. */
export const HEADER_NAMES: Record<ImportKind, Names> = {
  products: PRODUCTS,
  supermarkets: SUPERMARKETS,
  deliveries: DELIVERIES,
  'standing-orders': STANDING_ORDERS,
};

function words(list: string): string[] {
  const names = list.split(',').map(plainName);
  return [...new Set(names.filter((name) => name !== ''))];
}
