"""Read what Huawei UltraPath prints (upadmin, the UltraPath CLI), on every operating system it runs on."""
