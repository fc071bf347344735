"""Storage groups of Symmetrix: their volumes, parents and children, and the views that contain them."""

from __future__ import annotations

import json

from tests.readers.harness import read
from tests.support import store_of

PARENT = """\
Name: esx_parent

   Symmetrix ID                   : 000197912345
   Masking Views                  : Yes
   FAST Managed                   : No
   Host I/O Limit                 : None
   Number of Storage Groups       : 2
   Storage Group Names            : esx_sg1                (IsChild)
                                    esx_sg2                (IsChild)
"""
CHILD = """\
Name: esx_sg1

   Symmetrix ID                   : 000197912345
   Masking Views                  : Yes
   FAST Managed                   : Yes
   SLO Name                       : Diamond
   Number of Storage Groups       : 1
   Storage Group Names            : esx_parent             (IsParent)

   Devices (2):
    {
    ----------------------------------------------------------------
    Sym                   Device                            Cap
    Dev   Pdev Name       Config        Attr       Sts      (MB)
    ----------------------------------------------------------------
    000A1 N/A             TDEV                     RW     512000
    000A2 N/A             TDEV                     RW     512000
    }
"""
SYMACCESS = """\
Symmetrix ID          : 000197912345
Storage Group Name          : esx_sg2
Last update time            : 04:22:49 AM on Fri Jul 19,2024
Group last update time      : 04:22:49 AM on Fri Jul 19,2024

   Number of Storage Groups : 1
   Storage Group Names      : esx_parent             (IsParent)

   Devices           : 000A7:000A8

   Masking View Names
     {
       None
     }
"""
VIEW = """\
Symmetrix ID                : 000197912345
Masking View Name           : esx01_view
Initiator Group Name        : esx01_ig
Port Group Name             : esx_pg
Storage Group Name          : esx_parent
"""
ARRAY = "000197912345"


def document(body: str, *, symid: bool = True) -> str:
    array = f"<Symmetrix><Symm_Info><symid>{ARRAY}</symid></Symm_Info>\n%s</Symmetrix>\n" if symid else "%s"
    return f'<?xml version="1.0" standalone="yes" ?>\n<SymCLI_ML>\n{array % body}</SymCLI_ML>\n'


XML_VIEW = document("""\
<Masking_View><View_Info>
  <view_name>esx01_view</view_name>
  <init_grpname>esx01_ig</init_grpname>
  <port_grpname>esx_pg</port_grpname>
  <stor_grpname>esx_parent</stor_grpname>
  <SG_Child_info>
    <child_count>2</child_count>
    <SG><group_name>esx_sg1</group_name><Status>IsChild</Status></SG>
    <SG><group_name>esx_sg2</group_name></SG>
  </SG_Child_info>
</View_Info></Masking_View>
""")
XML_GROUP = document("""\
<Storage_Group><Group_Info>
  <group_name>esx_sg2</group_name>
  <SG_Parent_info>
    <SG><group_name>esx_parent</group_name><Status>IsParent</Status></SG>
  </SG_Parent_info>
  <Device><start_dev>000A7</start_dev><end_dev>000A8</end_dev></Device>
</Group_Info></Storage_Group>
""")
XML_SG = document(
    f"""\
<SG>
  <SG_Info><name>esx_sg1</name><symid>{ARRAY}</symid><SLO_name>Diamond</SLO_name>
    <SG_Parent_info><SG><name>esx_parent</name><Status>IsParent</Status></SG></SG_Parent_info>
  </SG_Info>
  <DEVS_List>
    <Device><dev_name>000A1</dev_name><configuration>TDEV</configuration><megabytes>512000</megabytes></Device>
    <Device><dev_name>000A2</dev_name><configuration>TDEV</configuration><megabytes>512000</megabytes></Device>
  </DEVS_List>
</SG>
""",
    symid=False,
)


def members(name: str, text: str) -> set[tuple[object, ...]]:
    result = read(name, text)
    assert result.unread_lines == 0
    return {(r["storage_group"], r["member_type"], r["member"]) for r in result.observations.rows("storage_group")}


def test_symsg_show() -> None:
    assert members("symmetrix-symsg-show", PARENT) == {
        ("esx_parent", "group", "esx_sg1"), ("esx_parent", "group", "esx_sg2"),
    }  # fmt: skip
    assert members("symmetrix-symsg-show", CHILD) == {
        ("esx_parent", "group", "esx_sg1"), ("esx_sg1", "volume", "000A1"), ("esx_sg1", "volume", "000A2"),
    }  # fmt: skip


def test_symaccess_show_storage() -> None:
    assert members("symmetrix-symaccess-show", SYMACCESS) >= {
        ("esx_sg2", "volume", "000A7"), ("esx_sg2", "volume", "000A8"), ("esx_parent", "group", "esx_sg2"),
    }  # fmt: skip


def test_unisphere() -> None:
    group = {"symmetrixId": ARRAY, "storageGroup": [{"storageGroupId": "esx_parent", "type": "Parent", "num_of_child_sgs": 1, "child_storage_group": ["esx_sg1"], "maskingview": ["esx01_view"]}]}  # fmt: skip
    volume = {"symmetrixId": ARRAY, "volume": [{"volumeId": "000A1", "type": "TDEV", "cap_gb": 1.0, "storageGroupId": ["esx_sg1"]}]}  # fmt: skip
    assert members("symmetrix-unisphere-rest", json.dumps(group)) == {("esx_parent", "group", "esx_sg1")}
    assert members("symmetrix-unisphere-rest", json.dumps(volume)) == {("esx_sg1", "volume", "000A1")}


def test_a_view_has_the_volumes_of_its_group_and_its_children() -> None:
    texts = {"view.txt": VIEW, "parent.txt": PARENT, "child.txt": CHILD, "other.txt": SYMACCESS}
    store = store_of({f"vmax/{name}": text for name, text in texts.items()})
    assert store.rows("SELECT storage_array, view, volume_name FROM mask_volume ORDER BY ALL") == [
        (ARRAY, "esx01_view", volume) for volume in ("000A1", "000A2", "000A7", "000A8")
    ]


def test_symcli_xml() -> None:
    reader = "symmetrix-symcli-xml"
    assert members(reader, XML_VIEW) == {("esx_parent", "group", "esx_sg1"), ("esx_parent", "group", "esx_sg2")}
    assert members(reader, XML_GROUP) == {
        ("esx_parent", "group", "esx_sg2"), ("esx_sg2", "volume", "000A7"), ("esx_sg2", "volume", "000A8"),
    }  # fmt: skip
    assert members(reader, XML_SG) == {
        ("esx_parent", "group", "esx_sg1"), ("esx_sg1", "volume", "000A1"), ("esx_sg1", "volume", "000A2"),
    }  # fmt: skip


def test_a_device_group_is_no_storage_group() -> None:
    assert members("symmetrix-symcli-xml", XML_SG.replace("SG>", "DG>").replace("SG_Info", "DG_Info")) == set()


def test_a_view_in_xml_has_the_same_volumes() -> None:
    store = store_of({"vmax/view.xml": XML_VIEW, "vmax/group.xml": XML_GROUP, "vmax/sg.xml": XML_SG})
    assert store.rows("SELECT storage_array, view, volume_name FROM mask_volume ORDER BY ALL") == [
        (ARRAY, "esx01_view", volume) for volume in ("000A1", "000A2", "000A7", "000A8")
    ]
