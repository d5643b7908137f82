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
# A body has at most 256 KiB.
MAX_BYTES = 250_000


def call(method, path, body=None):
    """Returns the data of a response. Waits and tries again when the service asks for it, or cannot be reached."""
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
        except urllib.error.URLError as error:
            if attempt == ATTEMPTS - 1:
                sys.exit(f"{method} {path}: {error.reason}")
            time.sleep(2**attempt)


def pieces_of(rows, most):
    """Yields rows in pieces that one request may have."""
    piece, size = [], 0
    for row in rows:
        length = len(json.dumps(row).encode()) + 2
        if len(piece) == most or size + length > MAX_BYTES:
            yield piece
            piece, size = [], 0
        piece.append(row)
        size += length
    if piece:
        yield piece


class Sync:
    """Sends rows, and remembers whether any was refused or differs from what is stored."""

    is_refused = False
    is_different = False

    def refuse(self, why):
        self.is_refused = True
        print(why, file=sys.stderr)

    def send(self, what, path, rows, most):
        """Prints how many rows had each outcome, and which were refused or differ. Returns the ids of the others."""
        counts, ids = Counter(), {}
        for piece in pieces_of(rows, most):
            for result in call("POST", path, {what: piece}):
                reference = piece[result["index"]]["reference"]
                counts[result["outcome"]] += 1
                if result["error"]:
                    self.refuse(f"{what} {reference}: {result['error']['message']}")
                else:
                    ids[reference] = result["id"]
                if result["outcome"] == "differs":
                    self.is_different = True
                    names = ", ".join(result["differs"])
                    print(f"{what} {reference}: differs in {names}, and stays as it is", file=sys.stderr)
        print(f"{what}: " + (", ".join(f"{count} {outcome}" for outcome, count in counts.items()) or "none"))
        return ids


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


def deliveries_of():
    date = (datetime.now(timezone.utc) + timedelta(days=1)).date().isoformat()
    return [
        {
            "reference": f"{date}-{at}",
            "order_number": f"PO-{at}",
            "delivery_date": date,
            "branch": f"CUST-{at % 40}-{'AB'[at % 2]}",
            "lines": [(f"ART-{(at * 7 + line) % 500}", 10 + (at + line) % 20) for line in range(3)],
        }
        for at in range(300)
    ]


def main():
    sync = Sync()
    products = sync.send("products", "/products/upsert", products_of(), 500)
    sync.send("supermarkets", "/supermarkets/upsert", supermarkets_of(), 500)
    # Deliveries name records by their ids.
    places = {
        branch["reference"]: {"supermarket_id": supermarket["id"], "subchain_id": branch["id"]}
        for supermarket in call("GET", "/supermarkets?view=full")
        for branch in supermarket["branches"]
    }
    deliveries = []
    for delivery in deliveries_of():
        branch, lines = delivery.pop("branch"), delivery.pop("lines")
        missing = [name for name in [branch] if name not in places]
        missing += [product for product, _ in lines if product not in products]
        if missing:
            sync.refuse(f"deliveries {delivery['reference']}: not sent, because {', '.join(missing)} is missing")
            continue
        items = [{"product_id": products[product], "quantity": quantity} for product, quantity in lines]
        deliveries.append({**delivery, **places[branch], "products": items})
    sync.send("deliveries", "/deliveries/batch", deliveries, 100)
    sys.exit(1 if sync.is_refused else 3 if sync.is_different else 0)


if not API_KEY:
    sys.exit("Set API_KEY to an API key: the service prints one when it starts for the first time.")
main()
