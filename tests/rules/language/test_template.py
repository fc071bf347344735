"""Messages: names and filters, and nothing that could run."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.rules.language import template
from checker.rules.language.clauses import check_message, render_message
from checker.rules.language.template import Several, TemplateError


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("{host} is bad", {"host": "esx01"}, "esx01 is bad"),
        ("{n} paths", {"n": {"lo": 3, "hi": 3}}, "3 paths"),
        ("{n} paths", {"n": {"lo": 2, "hi": 4}}, "2 to 4 paths"),
        ("{n} paths", {"n": {"lo": 0, "hi": 4}}, "at most 4 paths"),
        ("{n|counted:path} {n|choose:is/are} up", {"n": {"lo": 0, "hi": 1}}, "at most 1 path is up"),
        ("{n|counted:path}", {"n": {"lo": 0, "hi": 0}}, "no paths"),
        ("{n} paths", {"n": {"lo": 2, "hi": None}}, "at least 2 paths"),
        ("{n} paths", {"n": {"lo": 0, "hi": None}}, "unknown paths"),
        ("{n|counted:path}", {"n": {"lo": 1, "hi": None}}, "at least 1 path"),
        ("{n} paths", {"n": None}, "unknown paths"),
        ("{n} paths", {}, "unknown paths"),
        ("{ok}", {"ok": True}, "yes"),
        ("{x|list}", {"x": ["a", "b"]}, "a, b"),
        ("{x|list}", {"x": []}, "none"),
        ("{x}", {"x": [str(n) for n in range(23)]}, ", ".join(map(str, range(20))) + " and 3 more"),
        ("{x|and}", {"x": ["a"]}, "a"),
        ("{x|and}", {"x": ["a", "b"]}, "a and b"),
        ("{x|and}", {"x": ["a", "b", "c"]}, "a, b and c"),
        ("{x|and}", {"x": []}, "none"),
        ("{x|and}", {"x": [str(n) for n in range(23)]}, ", ".join(map(str, range(20))) + " and 3 more"),
        ("{x|duration}", {"x": 90}, "90 s"),
        ("{x|duration}", {"x": 0.5}, "0.5 s"),
        ("{x|duration}", {"x": 16170}, "4 h 29 min 30 s"),
        ("{x|duration}", {"x": 518400}, "6 days"),
        ("{x|duration}", {"x": 90000}, "1 day 1 h"),
        ("{x|duration}", {"x": {"lo": 16200, "hi": 18900}}, "4 h 30 min to 5 h 15 min"),
        ("{x|duration}", {"x": {"lo": 16200, "hi": 16200}}, "4 h 30 min"),
        ("{x|duration}", {"x": None}, "unknown"),
        ("{x|count}", {"x": ["a", "b"]}, "2"),
        ("{x|count}", {"x": 1234567}, "1,234,567"),
        ("{x|wwn}", {"x": "500144f0a1b2c3d4"}, "50:01:44:f0:a1:b2:c3:d4"),
        ("{x|wwn}", {"x": ["500144f0a1b2c3d4", "odd"]}, "50:01:44:f0:a1:b2:c3:d4, odd"),
        ("{x|size}", {"x": 1536}, "1.5 KiB"),
        ("{x|size}", {"x": 8 * 2**20}, "8 MiB"),
        ("{x|size}", {"x": 3}, "3 bytes"),
        ("{x|ratio}", {"x": 0.625}, "62.5 %"),
        ("{x|ratio}", {"x": 0.00015}, "0.015 %"),
        ("{x|ratio}", {"x": 0.0}, "0 %"),
        ("{x|ratio}", {"x": None}, "unknown"),
        ("{x|list} {y|list}", {"x": [], "y": ""}, "none none"),
        ("{x|size} {x|wwn} {x|ratio}", {"x": "text"}, "text text text"),
        ("{x}", {"x": 0.1 + 0.2}, "0.3"),
        ("{x}", {"x": datetime(2026, 1, 2, 3, 4, 5)}, "2026-01-02 03:04:05"),
        ("{fabric|fabric}", {"fabric": "sw-b VSAN 10"}, "fabric sw-b VSAN 10"),
        ("{fabric|fabric}", {"fabric": "Fabric A"}, "Fabric A"),
        ("{fabric|fabric}", {"fabric": None}, "an unknown fabric"),
        ("{x|date}", {"x": datetime(2026, 1, 2, 3, 4, 5)}, "2026-01-02"),
        ("Where-Object {{ $_.Id }}", {}, "Where-Object { $_.Id }"),
        ("{x}", {"x": "{y}"}, "{y}"),
        ("{x|counted:path}", {"x": 1}, "1 path"),
        ("{x|counted:path}", {"x": {"lo": 1, "hi": 1}}, "1 path"),
        ("{x|counted:path}", {"x": {"lo": 1, "hi": 3}}, "1 to 3 paths"),
        ("{x|counted:path}", {"x": 0}, "no paths"),
        ("{x|counted:I/O error}", {"x": 1}, "1 I/O error"),
        ("{x|counted:I/O error/I/O errors}", {"x": 3}, "3 I/O errors"),
        ("{x|counted:entry/entries}", {"x": ["a", "b"]}, "2 entries"),
        ("{x|counted:entry/entries}", {"x": ["a"]}, "1 entry"),
        ("{x|counted:path}", {"x": None}, "unknown"),
        ("{x} {x|choose:is/are}", {"x": 1}, "1 is"),
        ("{x} {x|choose:is/are}", {"x": 2}, "2 are"),
        ("{x|choose:is/are}", {"x": "esx01 and 2 more"}, "are"),
        ("{x} {x|choose:uses/use}", {"x": "hdisk2"}, "hdisk2 uses"),
        ("{x} {x|choose:uses/use}", {"x": template.Several(("hdisk2", "hdisk3"), True)}, "hdisk2 and 1 more use"),
    ],
)
def test_rendering(text, values, expected):
    template.check(text, values or ["n"])
    assert template.render(text, values) == expected


@pytest.mark.parametrize(
    "text",
    ["{", "}", "{}", "{host", "host}", "{host.upper}", "{host[0]}", "{host!r}", "{host:>99}", "{host|}", "{host|nope}",
     "{host|list|list}", "{hots}", "{host }", "{ host}", "{0}", "{{host}", "{{{host", "{HOST}", "{__class__}",
     "{% for x in y %}", "x" * 3000, "{host|counted}", "{host|counted:a/b/c}", "{host|list:path}", "{host|counted:1}"],
)  # fmt: skip
def test_anything_else_is_an_error(text):
    with pytest.raises(TemplateError):
        template.check(text, ["host"])


def test_an_error_names_the_nearest():
    with pytest.raises(TemplateError, match="did you mean 'host'"):
        template.check("{hots}", ["host", "volume"])
    with pytest.raises(TemplateError, match="did you mean 'list'"):
        template.check("{host|lst}", ["host"])


@given(st.text(st.sampled_from("{}|ab_ x"), max_size=30))
def test_a_checked_template_renders(text):
    try:
        template.check(text, ["a", "b"])
    except TemplateError:
        return
    template.render(text, {"a": "1"})


def test_the_item_of_a_list_is_its_name_without_the_last_s():
    assert template.singular("missing_ports") == "missing_port"
    assert template.singular("chassis") == "chassi"
    assert template.singular("data") is None


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("a [[ Down: {x|list}.]]", {"x": ["p1"]}, "a Down: p1."),
        ("a [[ Down: {x|list}.]]", {"x": []}, "a"),
        ("a [[ Down: {x|list}.]]", {"x": None}, "a"),
        ("a [[ Named {x}.]]", {"x": ""}, "a"),
        ("a [[ on {x|counted:volume}]]", {"x": {"lo": 1, "hi": None}}, "a"),
        ("a [[ {x} retries]]", {"x": 0}, "a 0 retries"),
        ("a [[x>1? differ]]", {"x": 2}, "a differ"),
        ("a [[x>1? differ]]", {"x": 1}, "a"),
        ("a [[x>1? differ]]", {"x": ["p1", "p2"]}, "a differ"),
        ("a [[x>1? differ]]", {"x": {"lo": 1, "hi": 3}}, "a"),
        ("a [[x>1? differ]]", {"x": None}, "a"),
        ("a [[x>1? differ]]", {"x": "2"}, "a"),
        ("a [[x>1? differ]]", {"x": Several((2, 3))}, "a differ"),
        ("a [[x>1? differ]]", {"x": Several((1, 3))}, "a"),
        ("a [[x<max? of {max}]]", {"x": 1.5, "max": 2}, "a of 2"),
        ("a [[x<max? of {max}]]", {"x": 2, "max": 2}, "a"),
        ("a [[x<max? of {max}]]", {"x": {"lo": 1, "hi": None}, "max": 2}, "a"),
        ("a [[y?x>1? differ]]", {"x": 2, "y": True}, "a differ"),
        ("a [[y?x>1? differ]]", {"x": 1, "y": True}, "a"),
        ("a [[!y?x>1? differ]]", {"x": 2, "y": True}, "a"),
        ("a [[x? at the other site]]", {"x": True}, "a at the other site"),
        ("a [[x? at the other site]]", {"x": False}, "a"),
        ("a [[x? at the other site]]", {"x": None}, "a"),
        ("a [[!x? here]]", {"x": False}, "a here"),
        ("a [[!x? here]]", {"x": None}, "a"),
        ("a [[!x? here]]", {"x": {"lo": 0, "hi": 0}}, "a here"),
        ("a [[!x? here]]", {"x": {"lo": 0, "hi": 2}}, "a"),
        ("a [[x? some]]", {"x": {"lo": 0, "hi": 2}}, "a"),
        ("a [[x? {y} there]]", {"x": True, "y": None}, "a"),
        ("[[x? b ]][[!x? c ]]d", {"x": [1]}, "b d"),
        ("a [[x? all]]", {"x": Several((True, True))}, "a all"),
        ("a [[x? all]][[!x? none]]", {"x": Several((True, False))}, "a"),
        ("{x}", {"x": Several(("h1", "h2", "h3"), are_names=True)}, "h1 and 2 more"),
        ("limit {x}", {"x": Several((1000, 500))}, "limit 1000 and 500"),
        ("limit {x}", {"x": Several((1000, 500, 1))}, "limit 1 to 1000"),
        ("{x|size}", {"x": Several((1024, 2048))}, "1 KiB and 2 KiB"),
        ("{x|size}", {"x": Several((1024, 1025))}, "1 KiB"),
        ("{x}", {"x": Several(("a", "b", "c"))}, "a and 2 more"),
        ("{x|counted:path}", {"x": Several((1, {"lo": 2, "hi": 4}))}, "1 to 4 paths"),
        ("{x|counted:path}", {"x": Several((["p1"], ["p1", "p2"]))}, "1 to 2 paths"),
        ("{x|size}", {"x": 1}, "1 byte"),
    ],
)  # fmt: skip
def test_clauses_with_nothing_to_say_are_dropped(text, values, expected):
    check_message(text, values)
    assert render_message(text.replace("a [[", "a [["), values) == expected


@pytest.mark.parametrize(
    "text",
    ["[[x", "x]]", "[[a [[{x}]] b]]", "[[y? z]]", "[[always]]", "[[{y}]]", "[[!x>1? z]]", "[[x>y? z]]", "a[[x? ; b]]"],
)
def test_wrong_clauses_are_errors(text):
    with pytest.raises(TemplateError):
        check_message(text, ["x"])


@given(st.text(alphabet="[]{}x?!| :a", max_size=30))
def test_a_checked_message_renders(text):
    try:
        check_message(text, ["x", "a"])
    except TemplateError:
        return
    render_message(text, {"x": "1", "a": None})
