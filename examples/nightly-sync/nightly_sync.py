"""The same as nightly-sync.ts, with Python's standard library alone."""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections import Counter
from datetime import datetime, timedelta, timezone

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:3000/api/v1")
API_KEY = os.environ.get("API_KEY")
ATTEMPTS = 5


def call(method, path, body=None):
    """Returns the data of a response. Waits and tries again when the service asks for it."""
    headers = {"Authorization": f"Bearer {API_KEY}", "Content-Type": "application/json"}
    content = None if body is None else json.dumps(body).encode()
    for attempt in range(ATTEMPTS):
        request = urllib.request.Request(BASE_URL + path, content, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)["data"]
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == ATTEMPTS - 1:
                sys.exit(f"{method} {path}: {json.load(error)['error']['message']}")
            time.sleep(int(error.headers.get("Retry-After", "1")))


def report(what, results):
    """Prints how many rows had each outcome. Returns whether any was refused."""
    counts = Counter(result["outcome"] for result in results)
    print(f"{what}: " + ", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    refused = [result for result in results if result["error"]]
    for result in refused:
        print(f"{what}[{result['index']}]: {result['error']['message']}", file=sys.stderr)
    return bool(refused)


# Your own system: replace these three by queries to it.
def products_of():
    return [
        {
            "reference": f"ART-{at}",
            "name": f"Article {at}",
            "weight": 0.25 + at % 8 / 4,
            "price": 1 + at % 90 / 10,
            "category": ["bakery", "dairy", "produce"][at % 3],
            "units_per_case": 12,
        }
        for at in range(500)
    ]


def supermarkets_of():
    return [
        {
            "reference": f"CUST-{at}",
            "name": f"Customer {at}",
            "contact_email": f"buying@customer-{at}.example",
            "branches": [
                {
                    "reference": f"CUST-{at}-{branch}",
                    "name": f"Branch {branch}",
                    "address": f"{at + 1} Market Street",
                    "delivery_window": "06:00-10:00",
                }
                for branch in "AB"
            ],
        }
        for at in range(40)
    ]


def deliveries_of(places, product_ids):
    date = (datetime.now(timezone.utc) + timedelta(days=1)).date().isoformat()
    return [
        {
            "reference": f"{date}-{at}",
            "order_number": f"PO-{at}",
            "delivery_date": date,
            **places[f"CUST-{at % 40}-{'AB'[at % 2]}"],
            "products": [
                {"product_id": product_ids[f"ART-{(at * 7 + line) % 500}"], "quantity": 10 + (at + line) % 20}
                for line in range(3)
            ],
        }
        for at in range(300)
    ]


def main():
    products = products_of()
    results = call("POST", "/products/upsert", {"products": products})
    is_refused = report("products", results)
    product_ids = {products[result["index"]]["reference"]: result["id"] for result in results}

    results = call("POST", "/supermarkets/upsert", {"supermarkets": supermarkets_of()})
    is_refused |= report("supermarkets", results)
    places = {
        branch["reference"]: {"supermarket_id": supermarket["id"], "subchain_id": branch["id"]}
        for supermarket in call("GET", "/supermarkets?view=full")
        for branch in supermarket["branches"]
    }
    deliveries = deliveries_of(places, product_ids)
    for start in range(0, len(deliveries), 100):
        rows = deliveries[start : start + 100]
        is_refused |= report("deliveries", call("POST", "/deliveries/batch", {"deliveries": rows}))
    sys.exit(1 if is_refused else 0)


if not API_KEY:
    sys.exit("Set API_KEY to an API key: the service prints one when it starts for the first time.")
main()
