"""Slips in calls: one call of a deal is another, and the cost stands beside the forecast."""

from bot.engine.deal import Stage
from tools.arena.slips import Place, Slip, report, slip


def test_a_deal_has_the_same_slip_every_time() -> None:
    found = [slip(Place("sochi", seed, judged=False)) for seed in range(6)]
    assert found == [slip(Place("sochi", seed, judged=False)) for seed in range(6)]
    assert any(each is not None and each.cost for each in found)
    assert all(each.forecast is None for each in found if each is not None)


def test_a_judged_slip_has_a_forecast() -> None:
    found = slip(Place("sochi", 0, judged=True))
    assert found is not None
    assert found.forecast is not None
    assert found.stage in (Stage.AUCTION, Stage.EXCHANGE, Stage.DECLARE, Stage.DEFENCE)


def test_the_report_compares_means() -> None:
    slips = [
        Slip(Stage.AUCTION, 10, 8.0),
        Slip(Stage.AUCTION, 20, 10.0),
        Slip(Stage.AUCTION, 0, None),
        Slip(Stage.DEFENCE, 4, None),
    ]
    told = report(slips)
    assert "auction    3 slips cost +10.0 ± 5.8, 2 forecasts +9.0 ± 1.0" in told
    assert "defence" not in told
    assert "all        4 slips cost +8.5" in told
