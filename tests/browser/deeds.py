"""What people do with their mouse and keyboard."""

CAN = "#board .target.can, #prompt button[data-action]:not([hidden]), #prompt [data-end], #pick:not([hidden]) button"


def start(page, game, kinds=("me", "bot"), level="random", **options):
    """A new table through the lobby's form."""
    page.goto(f"/new/{game}")
    for name, value in options.items():
        page.locator(f"input[name={name}][value='{value}']").check()
        page.wait_for_function(f"() => document.querySelector('input[name={name}][value=\"{value}\"]').checked")
    for n, kind in enumerate(kinds):
        page.select_option(f"[name=seat-{n}-kind]", kind)
        if kind == "bot":
            page.select_option(f"[name=seat-{n}-level]", level)
    page.click("#new button[type=submit]")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#prompt .ask")
    return page


def my_turn(page):
    page.wait_for_selector(f"{CAN}, #final .sheet")
    return page.locator("#final .sheet").count() == 0


def number(page):
    """How many moves were played."""
    return int(page.locator("#replay output").inner_text().split("/")[1])


def click_something(page):
    """The first thing that glows, whatever it is; then waits until the page shows what came of it."""
    pick = page.locator("#pick:not([hidden]) button")
    end = page.locator("#prompt [data-end]")
    found = pick if pick.count() else end if end.count() else page.locator(CAN)
    before = page.evaluate("() => document.querySelector('#prompt').innerHTML + document.querySelector('#pick').hidden")
    found.first.dispatch_event("click")
    page.wait_for_function(
        "before => document.querySelector('#prompt').innerHTML + document.querySelector('#pick').hidden !== before", arg=before
    )
